import type { Language, Words } from './language.ts'

/** The bot's sentences outside the knowledge. {…} is filled in. */
export const sayings = {
  greeting: {
    en: 'Hello{name}! I am the automatic assistant. Choose one of these, or write your question in your own words.',
    lg: 'Oli otya{name}! Nze omuyambi ow’otomatiki. Londa ekimu ku bino, oba wandiika ekibuuzo kyo mu bigambo byo.',
    sw: 'Habari{name}! Mimi ni msaidizi wa kiotomatiki. Chagua moja kati ya hizi, au andika swali lako kwa maneno yako.',
  },
  menu: {
    en: 'What would you like to do? Choose one of these, or write your question.',
    lg: 'Oyagala kukola ki? Londa ekimu ku bino, oba wandiika ekibuuzo kyo.',
    sw: 'Ungependa kufanya nini? Chagua moja kati ya hizi, au andika swali lako.',
  },
  help: {
    en: 'I answer questions about our pension and life cover, and I connect you with a colleague. Write 00 for the menu, 0 to go back, reset to start again, or "agent" for a person.',
    lg: 'Nziramu ebibuuzo ku pension ne yinsuwa y’obulamu, era nkuyunga ku bakozi baffe. Wandiika 00 okulaba menu, 0 okuddayo emabega, reset okutandika obuggya, oba "agent" okwogera n’omuntu.',
    sw: 'Ninajibu maswali kuhusu pensheni na bima ya maisha, na ninakuunganisha na mwenzetu. Andika 00 kwa menyu, 0 kurudi nyuma, reset kuanza upya, au "agent" kuzungumza na mtu.',
  },
  thanks: {
    en: 'You are welcome. Write at any time.',
    lg: 'Weebale naawe. Wandiika essaawa yonna.',
    sw: 'Karibu sana. Andika wakati wowote.',
  },
  unclear: {
    en: 'I am not sure that I understood. Do you mean one of these?',
    lg: 'Ssitegedde bulungi. Otegeeza kimu ku bino?',
    sw: 'Sina uhakika kama nimeelewa. Unamaanisha moja kati ya hizi?',
  },
  unread: {
    en: 'I cannot read this kind of message. Write it in words, or talk to a person.',
    lg: 'Obubaka obw’ekika kino ssisobola kubusoma. Buwandiike mu bigambo, oba yogera n’omuntu.',
    sw: 'Siwezi kusoma ujumbe wa aina hii. Uandike kwa maneno, au zungumza na mtu.',
  },
  unknown: {
    en: 'I have no answer to that myself. A colleague can help you.',
    lg: 'Ekyo nze ssikirinako kyakuddamu. Omu ku bakozi baffe asobola okukuyamba.',
    sw: 'Sina jibu la hilo mimi mwenyewe. Mwenzetu anaweza kukusaidia.',
  },
  reference: {
    en: 'Please write the number of your policy, claim or application (for example LF-20311). If you do not have it, write "no".',
    lg: 'Wandiika ennamba ya policy, claim oba application yo (okugeza LF-20311). Bw’oba togirina, wandiika "nedda".',
    sw: 'Tafadhali andika nambari ya sera, dai au ombi lako (kwa mfano LF-20311). Kama huna, andika "hapana".',
  },
  complaint: {
    en: 'I am sorry about that. I am passing this to a colleague, who answers you here. You may write down what happened meanwhile.',
    lg: 'Nsonyiwa ku ekyo. Nkikwasa omu ku bakozi baffe, ajja kukuddamu wano. Osobola okuwandiika ekyabaddewo.',
    sw: 'Samahani kwa hilo. Ninampa mwenzetu suala hili, atakujibu hapa. Unaweza kuandika kilichotokea wakati huo.',
  },
  handover: {
    en: 'I am connecting you with a colleague, who answers you here.',
    lg: 'Nkuyunga ku omu ku bakozi baffe, ajja kukuddamu wano.',
    sw: 'Ninakuunganisha na mwenzetu, atakujibu hapa.',
  },
  closed: {
    en: 'We are closed at the moment. People are back {back}, and you are among the first then.',
    lg: 'Mu kiseera kino tuggaddewo. Abantu bakomawo {back}, era ojja kuba mu basooka.',
    sw: 'Kwa sasa tumefunga. Watu watarudi {back}, na utakuwa miongoni mwa wa kwanza.',
  },
  applications: {
    en: 'Your applications with us:',
    lg: 'Okusaba kwo okuli gye tuli:',
    sw: 'Maombi yako kwetu:',
  },
  noApplication: {
    en: 'I find no application under this number.',
    lg: 'Ku nnamba eno ssirabako kusaba kwonna.',
    sw: 'Sioni ombi lolote chini ya nambari hii.',
  },
  reset: {
    en: 'All right, we start again.',
    lg: 'Kale, tutandika buggya.',
    sw: 'Sawa, tunaanza upya.',
  },
  number: {
    en: 'The number of your application is {number}.',
    lg: 'Ennamba y’okusaba kwo ye {number}.',
    sw: 'Nambari ya ombi lako ni {number}.',
  },
  formTaken: {
    en: 'Thank you, your form is here.',
    lg: 'Weebale, foomu yo etuuse.',
    sw: 'Asante, fomu yako imefika.',
  },
  formBegun: {
    en: 'My colleague has prepared your application {number}: {name}. I ask for what is still open. You can write "later" at any time.',
    lg: 'Munnange ateeseteese okusaba kwo {number}: {name}. Mbuuza ebikyabulako. Osobola okuwandiika "later" essaawa yonna.',
    sw: 'Mwenzangu ameandaa ombi lako {number}: {name}. Nitauliza yaliyobaki. Unaweza kuandika "later" wakati wowote.',
  },
  formFilled: {
    en: 'My colleague has filled in for you: {fields}.',
    lg: 'Munnange akujjulizzaamu: {fields}.',
    sw: 'Mwenzangu amekujazia: {fields}.',
  },
  formWaits: {
    en: 'Your application {number} is not finished yet.',
    lg: 'Okusaba kwo {number} tekunnaggwa.',
    sw: 'Ombi lako {number} bado halijakamilika.',
  },
  formKept: {
    en: 'Your application is kept as it is: write "continue" to go on with it.',
    lg: 'Okusaba kwo kuterekeddwa nga bwe kuli: wandiika "continue" okugenda mu maaso.',
    sw: 'Ombi lako limehifadhiwa lilivyo: andika "continue" kuendelea nalo.',
  },
  documentTaken: {
    en: 'Thank you: your {document} is with your application {number} now.',
    lg: 'Weebale: {document} kati eri ku kusaba kwo {number}.',
    sw: 'Asante: {document} sasa iko kwenye ombi lako {number}.',
  },
  documentsMissing: {
    en: 'It still needs: {documents}.',
    lg: 'Kukyetaaga: {documents}.',
    sw: 'Bado linahitaji: {documents}.',
  },
  whichDocument: {
    en: 'Thank you. Which document is this?',
    lg: 'Weebale. Kino kiwandiiko ki?',
    sw: 'Asante. Hii ni hati gani?',
  },
  choose: { en: 'Choose', lg: 'Londa', sw: 'Chagua' },
  menuTitle: { en: 'Main menu', lg: 'Menu enkulu', sw: 'Menyu kuu' },
  agentTitle: { en: 'Talk to a person', lg: 'Yogera n’omuntu', sw: 'Zungumza na mtu' },
} as const satisfies Readonly<Record<string, Words>>

type Saying = keyof typeof sayings

export const say = (
  saying: Saying,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): string => sayings[saying][language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
