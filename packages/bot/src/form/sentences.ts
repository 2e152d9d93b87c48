import type { Words } from '../language.ts'
import { words } from './value.ts'

/* The form's texts besides its questions. Titles have at most 20 characters. */

export const titles = {
  skip: words('Skip', 'Buuka', 'Ruka'),
  keep: words('Keep it', 'Kireke', 'Iache'),
  help: words('Help', 'Nnyamba', 'Msaada'),
  agent: words('Talk to a person', 'Yogera n’omuntu', 'Zungumza na mtu'),
  yes: words('Yes', 'Yee', 'Ndiyo'),
  no: words('No', 'Nedda', 'Hapana'),
  change: words('Change', 'Kyusa', 'Badilisha'),
  add: words('Add another', 'Yongerako omulala', 'Ongeza mwingine'),
  rest: words('Give the rest', 'Gaba ebisigadde', 'Toa zilizobaki'),
  shares: words('Change a share', 'Kyusa omugabo', 'Badilisha sehemu'),
  later: words('Send it later', 'Nja kugiweereza', 'Nitatuma baadaye'),
  done: words('Done', 'Mmaze', 'Nimemaliza'),
  removeFiles: words('Remove these', 'Ggyawo bino', 'Ondoa hizi'),
  drop: words('Not a document', 'Si kiwandiiko', 'Si hati'),
  submit: words('Submit', 'Weereza', 'Wasilisha'),
  changeSomething: words('Change something', 'Kyusa ekintu', 'Badilisha kitu'),
  cancel: words('Cancel', 'Sazaamu', 'Ghairi'),
  cancelYes: words('Yes, cancel', 'Yee, sazaamu', 'Ndiyo, ghairi'),
  goOn: words('No, go on', 'Nedda, tugende', 'Hapana, endelea'),
  pause: words('Keep it for later', 'Kitereke', 'Ihifadhi'),
  agree: words('Yes, I agree', 'Yee, nzikiriza', 'Ndiyo, nakubali'),
  disagree: words('No', 'Nedda', 'Hapana'),
  toSummary: words('Back to the summary', 'Dda ku bufunze', 'Rudi kwa muhtasari'),
  removePerson: words('Remove this person', 'Ggyawo omuntu', 'Ondoa mtu huyu'),
  resume: words('Continue', 'Weyongere', 'Endelea'),
} as const satisfies Record<string, Words>

export const sentences = {
  help: words(
    'You can write: back, skip, change (for example "change my phone"), summary, later, cancel. To talk to a person write: agent.',
    'Osobola okuwandiika: ddayo, buuka, kyusa (okugeza "kyusa phone"), summary, oluvannyuma, sazaamu. Okwogera n’omuntu wandiika: agent.',
    'Unaweza kuandika: rudi, ruka, badilisha (kwa mfano "badilisha simu"), muhtasari, baadaye, ghairi. Kuongea na mtu andika: agent.',
  ),
  example: words('For example', 'Okugeza', 'Kwa mfano'),
  now: words('Now', 'Kati', 'Sasa'),
  needed: words(
    'I am sorry, this one is needed.',
    'Nsonyiwa, kino kyetaagisa.',
    'Samahani, hili linahitajika.',
  ),
  first: words('This is the first question.', 'Kino kye kibuuzo ekisooka.', 'Hili ni swali la kwanza.'),
  pleaseChoose: words(
    'I did not understand that. Please choose one of these.',
    'Ekyo sikitegedde. Londa kimu ku bino.',
    'Sijaelewa hilo. Tafadhali chagua moja kati ya hizi.',
  ),
  ambiguousNumber: words(
    'Please choose a number from the list.',
    'Londa ennamba okuva ku lukalala.',
    'Chagua namba kutoka kwenye orodha.',
  ),
  paused: words(
    'Your answers are kept. Write "continue" when you want to go on.',
    'By’ozzeemu bikuumiddwa. Wandiika "weyongere" bw’oba oyagala okugenda mu maaso.',
    'Majibu yako yamehifadhiwa. Andika "endelea" ukitaka kuendelea.',
  ),
  cancelled: words(
    'The application is cancelled. Nothing was sent.',
    'Okusaba kusaziddwamu. Tewali kyaweerezeddwa.',
    'Maombi yameghairiwa. Hakuna kilichotumwa.',
  ),
  cancel: words(
    'Do you want to cancel this application? Your answers will not be sent.',
    'Oyagala okusazaamu okusaba kuno? By’ozzeemu tebijja kuweerezebwa.',
    'Je, unataka kughairi maombi haya? Majibu yako hayatatumwa.',
  ),
  submitted: words(
    'Thank you. Your application is on its way to our team.',
    'Weebale. Okusaba kwo kugenda eri abakozi baffe.',
    'Asante. Maombi yako yanatumwa kwa timu yetu.',
  ),
  stillMissing: words('Still to be sent', 'Ebikyabulako', 'Bado kutumwa'),
  welcomeBack: words('Welcome back.', 'Tukwanirizza nate.', 'Karibu tena.'),
  answered: words('Answered so far', 'By’ozzeemu', 'Yaliyojibiwa'),
  of: words('of', 'ku', 'kati ya'),
  whichFile: words(
    'Thank you for the file. Which document is it?',
    'Weebale okuweereza fayiro. Kiwandiiko ki?',
    'Asante kwa faili. Ni hati gani?',
  ),
  unreadable: words(
    'I can only take photos and PDF files.',
    'Nsobola kukkiriza bifaananyi ne PDF byokka.',
    'Naweza kupokea picha na faili za PDF tu.',
  ),
  filesReceived: words('Files received', 'Fayiro ezifuniddwa', 'Faili zilizopokelewa'),
  sendMore: words(
    'Send another one, or choose Done.',
    'Weereza endala, oba londa Mmaze.',
    'Tuma nyingine, au chagua Nimemaliza.',
  ),
  keptAs: words('Kept as', 'Kiterekeddwa nga', 'Imehifadhiwa kama'),
  dropped: words('It is left out.', 'Kirekeddwa.', 'Imeachwa.'),
  left: words('Still left', 'Ebisigaddewo', 'Zilizobaki'),
  more: words(
    'All shares together have to be 100%. Add another person, give the rest to the last one, or change a share.',
    'Emigabo gyonna awamu girina okuba 100%. Yongerako omuntu omulala, ebisigadde obiwe asembyeyo, oba kyusa omugabo.',
    'Sehemu zote kwa pamoja zinapaswa kuwa 100%. Ongeza mtu mwingine, mpe wa mwisho zilizobaki, au badilisha sehemu.',
  ),
  restTo: words('The last one is', 'Asembyeyo ye', 'Wa mwisho ni'),
  mostPeople: words(
    'There is no room for another person.',
    'Tewali kifo kya muntu mulala.',
    'Hakuna nafasi ya mtu mwingine.',
  ),
  noShareLeft: words(
    'The shares are 100% already. Change a share first, then add a person.',
    'Emigabo giweze 100%. Sooka okyuse omugabo, olyoke oyongere omuntu.',
    'Sehemu tayari ni 100%. Badilisha sehemu kwanza, kisha ongeza mtu.',
  ),
  summary: words('This is what you told me', 'Kino kye wambuulira', 'Haya ndiyo uliyoniambia'),
  summaryQuestion: words(
    'Is everything right? Submit sends it to our team.',
    'Byonna bituufu? Weereza ekituusa ku bakozi baffe.',
    'Je, kila kitu ni sahihi? Wasilisha itaituma kwa timu yetu.',
  ),
  nothingYet: words('Nothing yet.', 'Tewali kintu.', 'Bado hakuna.'),
  lookAgain: words(
    'One answer has to be looked at again first.',
    'Waliwo eky’okuddamu ekirina okusooka okukeberebwa.',
    'Kuna jibu moja linalohitaji kuangaliwa tena kwanza.',
  ),
  whatToChange: words('What do you want to change?', 'Oyagala kukyusa ki?', 'Unataka kubadilisha nini?'),
  changed: words('Changed', 'Kikyusiddwa', 'Imebadilishwa'),
  removed: words('Removed', 'Aggyiddwawo', 'Ameondolewa'),
  noConsent: words(
    'Without this we cannot take your application. You can still change your answer, or talk to a person.',
    'Awatali kino tetusobola kukkiriza kusaba kwo. Osobola okukyusa, oba okwogera n’omuntu.',
    'Bila hili hatuwezi kupokea maombi yako. Bado unaweza kubadilisha jibu lako, au kuongea na mtu.',
  ),
} as const satisfies Record<string, Words>

/** The declarations that a customer accepts before the form is submitted. */
export const consentQuestions = {
  data_protection_consent: words(
    'We need your personal data to handle this application: your answers and documents. We keep them safe and use them for this only. Do you agree?',
    'Twetaaga ebikukwatako okukola ku kusaba kuno: by’ozzeemu n’ebiwandiiko byo. Tubikuuma bulungi era tubikozesa kino kyokka. Okkiriza?',
    'Tunahitaji taarifa zako binafsi kushughulikia maombi haya: majibu na hati zako. Tunazihifadhi salama na kuzitumia kwa hili tu. Je, unakubali?',
  ),
  information_is_true: words(
    'Do you declare that all you told me is true and complete, as far as you know?',
    'Okakasa nti byonna by’ombuulidde bituufu era bijjuvu, nga bw’omanyi?',
    'Je, unathibitisha kwamba yote uliyoniambia ni kweli na kamili, kadiri unavyojua?',
  ),
} as const satisfies Record<string, Words>

/** Offers a known value for confirmation. */
export const knownQuestion = words('Is this right', 'Kino kituufu', 'Je, hii ni sahihi')
