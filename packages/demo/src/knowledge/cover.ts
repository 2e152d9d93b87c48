import { answer } from './answer.ts'

export const coverAnswers = [
  answer('Life cover', 'What LIB Flex Maisha is', {
    next: 'apply_lib',
    en: [
      'LIB Flex Maisha pays your family a sum if you die, and pays you if an accident leaves you disabled. Cover is from UGX 2,000,000 to 200,000,000, and you choose what you add: hospital cash, funeral, or school fees.',
      'what is LIB Flex',
      'tell me about life insurance',
      'I want to insure my life',
      'what is Maisha',
    ],
    lg: [
      'LIB Flex Maisha esasula famire yo ensimbi bw’ofa, era ekusasula ggwe akabenje bwe kakulemaza. Obukuumi buva ku UGX 2,000,000 okutuuka ku 200,000,000, n’olonda by’oyongerako: eddwaliro, okuziika, oba ffiizi z’abaana.',
      'LIB Flex kye ki',
      'njagala yinsuwa y’obulamu',
    ],
    sw: [
      'LIB Flex Maisha hulipa familia yako ukifariki, na hukulipa wewe ajali ikikulemaza. Bima ni kuanzia UGX 2,000,000 hadi 200,000,000, na unachagua cha kuongeza: hospitali, mazishi, au ada za shule.',
      'LIB Flex ni nini',
      'nataka bima ya maisha',
    ],
  }),
  answer('Life cover', 'Who can be covered', {
    next: 'apply_lib',
    en: [
      'Anybody from 18 to 60 who lives in Uganda. You can add your husband or wife, your children up to 24, and your parents up to 75 for funeral cover.',
      'can I add my wife',
      'can I cover my children',
      'can my parents be insured',
      'how old must I be',
    ],
    lg: [
      'Omuntu yenna okuva ku myaka 18 okutuuka ku 60 abeera mu Uganda. Osobola okwongerako omwami oba omukyala wo, abaana okutuusa ku myaka 24, n’abazadde okutuusa ku 75 ku by’okuziika.',
      'nsobola okwongerako omukyala wange',
      'abaana bange bayinza okubaamu',
    ],
    sw: [
      'Mtu yeyote wa miaka 18 hadi 60 anayeishi Uganda. Unaweza kuongeza mume au mke, watoto hadi miaka 24, na wazazi hadi 75 kwa mazishi.',
      'naweza kumwongeza mke wangu',
      'naweza kuwakatia watoto bima',
    ],
  }),
  answer('Life cover', 'What you get if you stop paying', {
    next: 'agent',
    en: [
      'After two years of premiums your policy has a surrender value. You can take it in money, or keep a smaller cover without paying any more. Before two years nothing is paid back. An agent works out the amount.',
      'what do I get if I stop paying',
      'surrender value',
      'I want to cancel my policy',
      'can I get my premiums back',
    ],
    lg: [
      'Ng’omaze emyaka ebiri ng’osasula, polisi yo ebaako omuwendo. Osobola okugufuna mu nsimbi, oba okusigaza obukuumi obutono nga tokyasasula. Nga tennaweza myaka ebiri tewali kiddizibwa. Omukozi akubalirira omuwendo.',
      'nfuna ki bwe ndekera awo okusasula',
      'njagala okusazaamu polisi yange',
    ],
    sw: [
      'Baada ya miaka miwili ya malipo polisi yako ina thamani. Unaweza kuichukua kwa pesa, au kubaki na bima ndogo bila kulipa tena. Kabla ya miaka miwili hakuna kinachorudishwa. Mhudumu atahesabu kiasi.',
      'napata nini nikiacha kulipa',
      'nataka kufuta polisi yangu',
    ],
  }),
  answer('Life cover', 'A loan on the policy', {
    next: 'agent',
    en: [
      'After three years you can borrow up to 80% of the surrender value at 12% a year. It is paid within five working days. What is owed is taken off what the policy pays.',
      'can I get a loan',
      'borrow against my policy',
      'policy loan',
      'how much can I borrow',
    ],
    lg: [
      'Oluvannyuma lw’emyaka esatu osobola okwewola okutuuka ku bitundu 80 ku kikumi eby’omuwendo gwa polisi, ku magoba ga 12 ku kikumi omwaka. Zisasulibwa mu nnaku ttaano ez’omulimu.',
      'nsobola okufuna looni',
      'njagala okwewola',
    ],
    sw: [
      'Baada ya miaka mitatu unaweza kukopa hadi asilimia 80 ya thamani ya polisi, kwa riba ya asilimia 12 kwa mwaka. Hulipwa ndani ya siku tano za kazi.',
      'naweza kupata mkopo',
      'nataka kukopa',
    ],
  }),
  answer('Life cover', 'What is not covered', {
    next: 'agent',
    en: [
      'Suicide in the first year, war, and what somebody does against the law. An illness that you had and did not tell us is not covered for two years. Accidents are covered from the first day.',
      'what is excluded',
      'what do you not pay for',
      'is there a waiting period',
      'are illnesses covered',
    ],
    lg: [
      'Okwetta mu mwaka ogusooka, olutalo, n’ekyo omuntu ky’akola ng’amenya amateeka. Obulwadde bwe wali nabwo n’otatubuulira tebukuumibwa okumala emyaka ebiri. Obubenje bukuumibwa okuva ku lunaku olusooka.',
      'biki bye mutasasula',
      'endwadde nazo zikuumibwa',
    ],
    sw: [
      'Kujiua mwaka wa kwanza, vita, na anachofanya mtu kinyume cha sheria. Ugonjwa uliokuwa nao bila kutuambia haulipwi kwa miaka miwili. Ajali hulipwa kuanzia siku ya kwanza.',
      'nini hamlipi',
      'magonjwa yanalipwa',
    ],
  }),
]
