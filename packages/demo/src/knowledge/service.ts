import { answer } from './answer.ts'

export const serviceAnswers = [
  answer('Policy', 'Change of beneficiary', {
    next: 'agent',
    en: [
      'You can change who is paid at any time, and how it is shared; the shares must add to 100%. Send the full name, date of birth, and ID of each new one, and an agent sends you the form to sign.',
      'change my beneficiary',
      'can my sister be the nominee',
      'who gets the money when I die',
      'add my child as beneficiary',
    ],
    lg: [
      'Osobola okukyusa asasulwa ekiseera kyonna, n’engeri gye bagabana; byonna birina okuweza 100%. Weereza amannya, olunaku lw’amazaalibwa n’endagamuntu ya buli mupya, omukozi akuweereze foomu gy’ossaako omukono.',
      'njagala okukyusa omusika',
      'ani afuna ssente nga nfudde',
    ],
    sw: [
      'Unaweza kubadilisha anayelipwa wakati wowote, na mgawanyo; lazima ufikie 100%. Tuma jina kamili, tarehe ya kuzaliwa na kitambulisho cha kila mpya, na mhudumu atakutumia fomu ya kusaini.',
      'badilisha mrithi wangu',
      'nani anapata pesa nikifa',
    ],
  }),
  answer('Policy', 'New phone number or address', {
    intent: 'update_details',
    next: 'agent',
    en: [
      'Write your policy number and what is new, from the number that we know. An agent asks two questions to be sure that it is you, and changes it the same day.',
      'I have a new phone number',
      'change my address',
      'my number changed',
      'update my details',
    ],
    lg: [
      'Wandiika ennamba ya polisi yo n’ekipya, ng’okozesa ennamba gye tumanyi. Omukozi akubuuza ebibuuzo bibiri okukakasa nti ye ggwe, n’akikyusa ku lunaku olwo.',
      'nkyusizza ennamba y’essimu',
      'njagala okukyusa endagiriro',
    ],
    sw: [
      'Andika namba ya polisi yako na kilicho kipya, kutoka namba tunayoijua. Mhudumu huuliza maswali mawili kuhakikisha ni wewe, na hubadilisha siku hiyo hiyo.',
      'nina namba mpya ya simu',
      'badilisha anwani yangu',
    ],
  }),
  answer('Policy', 'Lost policy document', {
    next: 'agent',
    en: [
      'A copy as PDF is free and comes here the same day. One on stamped paper costs UGX 30,000 and needs a police letter.',
      'I lost my policy document',
      'send me a copy of my policy',
      'my policy papers burnt',
      'duplicate policy',
    ],
    lg: [
      'Kkopi ya PDF ya bwereere era ejja wano ku lunaku olwo. Ey’oku lupapula oluliko sitampu ya UGX 30,000 era yeetaaga ebbaluwa ya poliisi.',
      'nnabuza empapula za polisi',
      'mpeereza kkopi ya polisi yange',
    ],
    sw: [
      'Nakala ya PDF ni bure na huja hapa siku hiyo hiyo. Ya karatasi yenye muhuri ni UGX 30,000 na inahitaji barua ya polisi.',
      'nimepoteza karatasi za polisi',
      'nitumie nakala ya polisi yangu',
    ],
  }),
  answer('General', 'Branches and hours', {
    next: 'menu',
    link: 'https://parleylife.example/branches',
    en: [
      'Our offices in Kampala, Jinja, Mbarara and Gulu are open Monday to Friday from 08:00 to 17:00 and on Saturday from 09:00 to 13:00. You can write here at any time.',
      'where are you',
      'when do you open',
      'where is your office',
      'are you open on Saturday',
    ],
    lg: [
      'Ofiisi zaffe mu Kampala, Jinja, Mbarara ne Gulu ziggulwa okuva ku Mmande okutuuka ku Lwokutaano, ssaawa 2 ez’oku makya okutuuka ku ssaawa 11, ne ku Lwomukaaga ssaawa 3 okutuuka ku ssaawa 7. Wano osobola okuwandiika ekiseera kyonna.',
      'muli ludda wa',
      'muggulawo ddi',
    ],
    sw: [
      'Ofisi zetu Kampala, Jinja, Mbarara na Gulu ziko wazi Jumatatu hadi Ijumaa saa 2 asubuhi hadi saa 11 jioni, na Jumamosi saa 3 hadi saa 7. Unaweza kuandika hapa wakati wowote.',
      'mko wapi',
      'mnafungua lini',
    ],
  }),
  answer('General', 'Talking to a person', {
    intent: 'speak_to_agent',
    next: 'agent',
    en: [
      'A person can take over here. They see what you wrote, so that you need not say it again.',
      'I want to talk to a person',
      'call me',
      'customer care',
      'is anybody there',
    ],
    lg: [
      'Omuntu asobola okukukwata wano. Alaba by’owandiise, n’olwekyo teweetaaga kubiddamu.',
      'njagala okwogera n’omuntu',
      'mumpite',
    ],
    sw: [
      'Mtu anaweza kukuhudumia hapa. Anaona ulichoandika, kwa hiyo huhitaji kurudia.',
      'nataka kuongea na mtu',
      'nipigie simu',
    ],
  }),
  answer('General', 'A complaint', {
    next: 'agent',
    en: [
      'We are sorry. Tell us here what went wrong; it goes to a supervisor, who answers within two working days. If you are not content with that, you can go to the Insurance Regulatory Authority of Uganda.',
      'I want to complain',
      'I am not happy with your service',
      'nobody answers me',
      'who do I complain to',
    ],
    lg: [
      'Tusonyiwe. Tubuulire wano ekyasobye; kigenda eri akulira abakozi, addamu mu nnaku bbiri ez’omulimu. Bw’oba tomatidde osobola okugenda mu Insurance Regulatory Authority of Uganda.',
      'nnina okwemulugunya',
      'temunziramu',
    ],
    sw: [
      'Tunaomba radhi. Tuambie hapa kilichoharibika; kinaenda kwa msimamizi, anayejibu ndani ya siku mbili za kazi. Usiporidhika unaweza kwenda Insurance Regulatory Authority of Uganda.',
      'nina malalamiko',
      'hakuna anayenijibu',
    ],
  }),
  answer('General', 'Is this really Parley Life', {
    next: 'agent',
    en: [
      'This is our only number on WhatsApp. We never ask for your PIN, your password or a fee to pay a claim. If somebody does, do not pay, and tell us here.',
      'is this a scam',
      'is this really you',
      'somebody asked me for a fee',
      'somebody called me in your name',
    ],
    lg: [
      'Eno ye nnamba yaffe yokka ku WhatsApp. Tetusaba PIN yo, paasiwaadi wadde ssente okukusasula. Omuntu bw’akikola, tosasula, era tutegeeze wano.',
      'muli bafere',
      'omuntu ansabye ssente',
    ],
    sw: [
      'Hii ndiyo namba yetu pekee ya WhatsApp. Hatuombi PIN, nenosiri wala ada ya kulipa dai. Mtu akifanya hivyo, usilipe, na utuambie hapa.',
      'je huu ni utapeli',
      'mtu ameniomba ada',
    ],
  }),
]
