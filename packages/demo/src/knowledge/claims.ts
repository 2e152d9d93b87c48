import { answer } from './answer.ts'

const link = 'https://parleylife.example/claims'

export const claimAnswers = [
  answer('Claims', 'How to make a claim', {
    next: 'agent',
    link,
    en: [
      'Tell us here within 90 days of what happened: who, what and when. An agent opens the claim, gives you its number, and says which papers are missing. You can send photos of them in this chat.',
      'how do I claim',
      'I want to make a claim',
      'my husband has died',
      'I had an accident',
    ],
    lg: [
      'Tutegeeze wano mu nnaku 90 oluvannyuma lw’ekyo ekyaliwo: ani, ki era ddi. Omukozi aggulawo okusaba, akuwa ennamba yaakyo, n’akubuulira empapula ezibula. Ebifaananyi byazo osobola okubiweereza wano.',
      'nsaba ntya okusasulwa',
      'nfunye akabenje',
    ],
    sw: [
      'Tuambie hapa ndani ya siku 90 baada ya tukio: nani, nini na lini. Mhudumu hufungua dai, hukupa namba yake, na hukuambia karatasi zinazokosekana. Unaweza kutuma picha zake hapa.',
      'nadai vipi',
      'nimepata ajali',
    ],
  }),
  answer('Claims', 'Papers for a claim', {
    next: 'agent',
    link,
    en: [
      'For each claim: your national ID and the policy number. After a death also the death certificate and the ID of whoever is paid. After an accident the police report. For hospital cash the discharge form and the bills.',
      'which papers do I need',
      'what documents for a claim',
      'what should I bring',
      'do I need a police report',
    ],
    lg: [
      'Ku buli kusaba: endagamuntu n’ennamba ya polisi. Oluvannyuma lw’okufa n’ebbaluwa y’okufa n’endagamuntu y’oyo asasulwa. Oluvannyuma lw’akabenje alipoota ya poliisi. Ku by’eddwaliro foomu y’okusiibulwa n’embalirira.',
      'mpapula ki ze neetaaga',
      'nneetaaga alipoota ya poliisi',
    ],
    sw: [
      'Kwa kila dai: kitambulisho na namba ya polisi. Baada ya kifo pia cheti cha kifo na kitambulisho cha anayelipwa. Baada ya ajali ripoti ya polisi. Kwa hospitali fomu ya kuruhusiwa na bili.',
      'karatasi gani zinahitajika',
      'nahitaji ripoti ya polisi',
    ],
  }),
  answer('Claims', 'How a claim stands', {
    intent: 'claim_status',
    next: 'agent',
    en: [
      'Write the number of your claim here, such as CL-10432, and an agent tells you how it stands. We also write to you by ourselves whenever it moves on.',
      'what is the status of my claim',
      'where is my claim',
      'any news about my claim',
      'is my claim approved',
    ],
    lg: [
      'Wandiika wano ennamba y’okusaba kwo, okugeza CL-10432, omukozi akubuulire we kutuuse. Naffe tukuwandiikira buli lwe wabaawo ekikyuse.',
      'okusaba kwange kutuuse wa',
      'waliwo amawulire ku kusaba kwange',
    ],
    sw: [
      'Andika hapa namba ya dai lako, kwa mfano CL-10432, na mhudumu atakuambia limefikia wapi. Sisi pia hukuandikia kila linapoendelea.',
      'dai langu limefikia wapi',
      'kuna habari za dai langu',
    ],
  }),
  answer('Claims', 'How long a claim takes', {
    next: 'menu',
    en: [
      'With all papers ten working days; a funeral claim two. If we need longer, we tell you why and until when.',
      'how long does a claim take',
      'when will I be paid',
      'why does it take so long',
      'how many days until the money comes',
    ],
    lg: [
      'Empapula zonna bwe ziba nga ziriwo, ennaku kkumi ez’omulimu; eby’okuziika ennaku bbiri. Bwe twetaaga okusukkawo tukubuulira lwaki era okutuusa ddi.',
      'kitwala bbanga ki',
      'nnaasasulwa ddi',
    ],
    sw: [
      'Karatasi zote zikiwepo siku kumi za kazi; mazishi siku mbili. Tukihitaji zaidi tunakuambia kwa nini na hadi lini.',
      'dai huchukua muda gani',
      'nitalipwa lini',
    ],
  }),
  answer('Claims', 'Funeral cover', {
    next: 'agent',
    link,
    en: [
      'Funeral cover pays UGX 3,000,000 for a grown-up and UGX 1,500,000 for a child within two working days, to mobile money if you like. Send the burial permit or the letter of the local council.',
      'does it cover the funeral',
      'burial money',
      'how much for a funeral',
      'my mother passed away',
    ],
    lg: [
      'Eby’okuziika bisasula UGX 3,000,000 ku muntu omukulu ne UGX 1,500,000 ku mwana mu nnaku bbiri ez’omulimu, ne ku mobile money bw’oba oyagala. Weereza olukusa lw’okuziika oba ebbaluwa ya LC.',
      'ssente z’okuziika',
      'maama wange afudde',
    ],
    sw: [
      'Bima ya mazishi hulipa UGX 3,000,000 kwa mtu mzima na UGX 1,500,000 kwa mtoto ndani ya siku mbili za kazi, hata kwa mobile money. Tuma kibali cha mazishi au barua ya serikali ya mtaa.',
      'pesa za mazishi',
      'mama yangu amefariki',
    ],
  }),
]
