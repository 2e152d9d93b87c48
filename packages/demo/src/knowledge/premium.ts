import { answer } from './answer.ts'

export const premiumAnswers = [
  answer('Premium', 'Grace period', {
    next: 'menu',
    en: [
      'Your cover stays in force for 30 days after the due date. Pay within these days and nothing changes.',
      'I missed a payment',
      'am I still covered',
      'late premium',
      'what is the grace period',
    ],
    lg: [
      'Obukuumi bwo busigala nga bukola okumala ennaku 30 oluvannyuma lw’olunaku lw’okusasula. Bw’osasulira mu nnaku ezo tewali kikyuka.',
      'nnasubwa okusasula',
      'nkyali mu bukuumi',
    ],
    sw: [
      'Bima yako inaendelea kwa siku 30 baada ya tarehe ya malipo. Ukilipa ndani ya siku hizo hakuna kinachobadilika.',
      'nimechelewa kulipa',
      'je bado nina bima',
    ],
  }),
  answer('Premium', 'How to pay with mobile money', {
    intent: 'make_contribution',
    en: [
      'On MTN dial *165*4#, on Airtel dial *185*4#. Choose Insurance, then Parley Life, and enter your policy number and the amount. You get a receipt by SMS within an hour.',
      'how do I pay with MTN',
      'can I pay with Airtel money',
      'pay my premium',
      'how do I send my contribution',
    ],
    lg: [
      'Ku MTN nyiga *165*4#, ku Airtel nyiga *185*4#. Londa Insurance, olonde Parley Life, oyingize ennamba ya polisi yo n’omuwendo. Ofuna lisiiti ku SMS mu ssaawa emu.',
      'nsasula ntya ku MTN',
      'njagala okusasula',
    ],
    sw: [
      'Kwa MTN piga *165*4#, kwa Airtel piga *185*4#. Chagua Insurance, kisha Parley Life, na uweke namba ya polisi yako na kiasi. Utapata risiti kwa SMS ndani ya saa moja.',
      'nalipaje kwa MTN',
      'nataka kulipa',
    ],
  }),
  answer('Premium', 'When the premium is due', {
    next: 'agent',
    en: [
      'A monthly premium is due on the day of the month on which your policy began. It stands on your policy document and in each receipt. An agent can look it up for you.',
      'when do I have to pay',
      'when is my premium due',
      'what is my due date',
      'next payment date',
    ],
    lg: [
      'Ensimbi za buli mwezi zisasulibwa ku lunaku polisi yo lwe yatandikirako. Luwandiikiddwa ku polisi yo ne ku buli lisiiti. Omukozi asobola okukikukeberera.',
      'nsasula ddi',
      'olunaku lw’okusasula lwe luliwa',
    ],
    sw: [
      'Malipo ya kila mwezi hulipwa siku ya mwezi ambayo polisi yako ilianza. Imeandikwa kwenye polisi yako na kwenye kila risiti. Mhudumu anaweza kukuangalizia.',
      'nalipa lini',
      'tarehe ya malipo ni lini',
    ],
  }),
  answer('Premium', 'Paying less or less often', {
    next: 'agent',
    en: [
      'You can pay monthly, quarterly or yearly, and change it once a year. A premium can be lowered to UGX 20,000 a month at the least; your cover is lowered with it. An agent makes the change.',
      'can I pay quarterly',
      'I want to pay yearly',
      'I cannot pay this much any more',
      'reduce my premium',
    ],
    lg: [
      'Osobola okusasula buli mwezi, buli myezi esatu oba buli mwaka, n’okikyusa omulundi gumu mu mwaka. Ensimbi zisobola okukendeezebwa okutuuka ku UGX 20,000 omwezi; n’obukuumi bukendeera. Omukozi y’akikola.',
      'nsobola okusasula buli myezi esatu',
      'njagala okukendeeza ku nsimbi ze nsasula',
    ],
    sw: [
      'Unaweza kulipa kila mwezi, kila miezi mitatu au kila mwaka, na kubadilisha mara moja kwa mwaka. Malipo yanaweza kupunguzwa hadi UGX 20,000 kwa mwezi; bima hupungua pia. Mhudumu hufanya mabadiliko.',
      'naweza kulipa kila miezi mitatu',
      'punguza malipo yangu',
    ],
  }),
  answer('Premium', 'A receipt for a payment', {
    next: 'agent',
    en: [
      'Each payment is confirmed by SMS within an hour. For a receipt on paper or as PDF, write the date and the amount here, and an agent sends it to you.',
      'I need a receipt',
      'send me a proof of payment',
      'did you receive my money',
      'I paid but got no SMS',
    ],
    lg: [
      'Buli kusasula kukakasibwa ku SMS mu ssaawa emu. Bw’oba weetaaga lisiiti, wandiika wano olunaku n’omuwendo, omukozi agikuweereze.',
      'njagala lisiiti',
      'ssente zange mwazifuna',
    ],
    sw: [
      'Kila malipo huthibitishwa kwa SMS ndani ya saa moja. Ukihitaji risiti, andika hapa tarehe na kiasi, na mhudumu atakutumia.',
      'nahitaji risiti',
      'mlipata pesa zangu',
    ],
  }),
]
