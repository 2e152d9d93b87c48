import { answer } from './answer.ts'

export const pensionAnswers = [
  answer('Pension', 'What the Individual Pension Plan is', {
    next: 'apply_ipp',
    en: [
      'The Individual Pension Plan saves for the time when you stop working. You pay what you can from UGX 10,000 a month, it earns interest every year, and from 50 on you can take it as a sum, as a monthly pension, or as both.',
      'what is IPP',
      'tell me about the pension plan',
      'how can I save for retirement',
      'I want a pension',
    ],
    lg: [
      'Individual Pension Plan etereka ensimbi z’ekiseera nga tokyakola. Osasula ky’osobola okuva ku UGX 10,000 omwezi, zizaala buli mwaka, era okuva ku myaka 50 osobola okuzifuna omulundi gumu, buli mwezi, oba byombi.',
      'IPP kye ki',
      'njagala pensoni',
    ],
    sw: [
      'Individual Pension Plan ni akiba ya wakati utakapoacha kazi. Unalipa unachoweza kuanzia UGX 10,000 kwa mwezi, inapata faida kila mwaka, na kuanzia miaka 50 unaweza kuichukua yote, kila mwezi, au vyote viwili.',
      'IPP ni nini',
      'nataka pensheni',
    ],
  }),
  answer('Pension', 'How much to contribute', {
    next: 'apply_ipp',
    en: [
      'From UGX 10,000 a month, with no upper limit. You can pay more in a good month and pause for up to six months; what you have saved keeps earning.',
      'how much do I have to save',
      'what is the minimum contribution',
      'can I pay more some months',
      'can I pause my contributions',
    ],
    lg: [
      'Okuva ku UGX 10,000 omwezi, tewali kkomo. Osobola okwongerako mu mwezi omulungi, n’okuwummulako okutuusa emyezi mukaaga; z’otereese zeeyongera okuzaala.',
      'nsasula ssente mmeka ez’ekitono',
      'nsobola okuwummulako okusasula',
    ],
    sw: [
      'Kuanzia UGX 10,000 kwa mwezi, bila kikomo. Unaweza kulipa zaidi mwezi mzuri na kusimama hadi miezi sita; ulichoweka kinaendelea kupata faida.',
      'kiasi cha chini ni ngapi',
      'naweza kusimamisha michango',
    ],
  }),
  answer('Pension', 'My balance', {
    intent: 'check_balance',
    next: 'agent',
    en: [
      'For your protection an agent tells you the balance after a few questions. Have your policy number and national ID at hand. A statement goes to your e-mail each January.',
      'what is my balance',
      'how much have I saved',
      'send me a statement',
      'how much is on my account',
    ],
    lg: [
      'Okukuuma ensimbi zo, omukozi akubuulira bbalansi oluvannyuma lw’ebibuuzo bitono. Beera n’ennamba ya polisi n’endagamuntu. Sitatimenti ejja ku e-mail yo buli Gatonnya.',
      'bbalansi yange eri mmeka',
      'nterese ssente mmeka',
    ],
    sw: [
      'Kwa usalama wako mhudumu hukuambia salio baada ya maswali machache. Uwe na namba ya polisi na kitambulisho. Taarifa hutumwa kwa barua pepe kila Januari.',
      'salio langu ni ngapi',
      'nimeweka akiba kiasi gani',
    ],
  }),
  answer('Pension', 'Taking money out early', {
    next: 'agent',
    en: [
      'Before 50 you can take out up to 30% of what you saved, once in three years, after at least two years of saving. It is paid to your bank or mobile money within ten working days, less tax.',
      'can I withdraw my savings',
      'I need my money now',
      'take out money before retirement',
      'how do I withdraw',
    ],
    lg: [
      'Nga tonnaweza myaka 50 osobola okuggyayo okutuuka ku bitundu 30 ku kikumi eby’oterese, omulundi gumu mu myaka esatu, ng’omaze okutereka emyaka ebiri. Zisasulibwa mu nnaku kkumi ez’omulimu, nga baggyeko omusolo.',
      'nsobola okuggyayo ssente zange',
      'neetaaga ssente zange kati',
    ],
    sw: [
      'Kabla ya miaka 50 unaweza kutoa hadi asilimia 30 ya akiba yako, mara moja kwa miaka mitatu, baada ya kuweka kwa miaka miwili. Hulipwa ndani ya siku kumi za kazi, baada ya kodi.',
      'naweza kutoa pesa zangu',
      'nahitaji pesa zangu sasa',
    ],
  }),
  answer('Pension', 'When the pension begins', {
    next: 'menu',
    en: [
      'From your 50th birthday on, and at 60 at the latest. Three months before, we ask you how you want it: as a sum, as a monthly pension, or as both.',
      'when do I get my pension',
      'at what age can I retire',
      'how is my pension paid',
      'can I get all of it at once',
    ],
    lg: [
      'Okuva lw’oweza emyaka 50, era tezisukka myaka 60. Ng’ebula emyezi esatu tukubuuza engeri gy’oyagala okuzifuna: omulundi gumu, buli mwezi, oba byombi.',
      'pensoni yange ngifuna ddi',
      'mpeza emyaka emeka okufuna pensoni',
    ],
    sw: [
      'Kuanzia siku unapofikisha miaka 50, na si zaidi ya 60. Miezi mitatu kabla tunakuuliza unavyotaka: zote mara moja, kila mwezi, au vyote viwili.',
      'napata pensheni lini',
      'umri wa kustaafu ni upi',
    ],
  }),
]
