import { option, type Question } from '../field.ts'
import { list } from '../parse/list.ts'
import { height, weight } from '../parse/measure.ts'
import { yesNo } from '../parse/yes-no.ts'
import { bad, words } from '../value.ts'

const yesAndNo = () => [option('yes', 'Yes', 'Yee', 'Ndiyo'), option('no', 'No', 'Nedda', 'Hapana')]
const example = words('Yes or no', 'Yee oba nedda', 'Ndiyo au hapana')

export const health: readonly Question[] = [
  {
    name: 'has_existing_conditions',
    label: ['Olina obulwadde', 'Una ugonjwa'],
    question: words(
      'Do you have any illness or health condition now?',
      'Olina obulwadde bwonna kati?',
      'Je, una ugonjwa wowote kwa sasa?',
    ),
    example,
    suggest: yesAndNo,
    read: yesNo,
    also: ['illness', 'sick', 'health', 'existing condition'],
  },
  {
    name: 'existing_conditions',
    label: ['Obulwadde', 'Magonjwa'],
    question: words(
      'Which ones? Write them with commas between them, like: asthma, diabetes',
      'Bulwadde ki? Bwawule n’obukwata, nga: asthma, diabetes',
      'Ni yapi? Yatenganishe kwa koma, kama: pumu, kisukari',
    ),
    example: words('asthma, diabetes', 'asthma, diabetes', 'pumu, kisukari'),
    isNeeded: true,
    isAsked: answers => answers('health_information.has_existing_conditions') === true,
    read: text => {
      const named = list(text, 'asthma, diabetes')
      return named.value?.length === 0
        ? bad(
            'Please name one at least. If you have none, write "change existing conditions".',
            'Menya waakiri bumu. Bw’oba tolina, wandiika "kyusa existing conditions".',
            'Tafadhali taja angalau mmoja. Kama huna, andika "badilisha existing conditions".',
          )
        : named
    },
    also: ['illnesses', 'diseases'],
  },
  {
    name: 'smoker',
    label: ['Sigala', 'Uvutaji sigara'],
    question: words('Do you smoke?', 'Onywa sigala?', 'Je, unavuta sigara?'),
    example,
    suggest: yesAndNo,
    read: yesNo,
    also: ['smoking', 'smoke', 'cigarettes'],
  },
  {
    name: 'height_cm',
    label: ['Obuwanvu mu cm', 'Urefu kwa sm'],
    question: words('How tall are you?', 'Obuwanvu bwo bwenkana wa?', 'Urefu wako ni upi?'),
    example: words('170 cm or 5 ft 7', '170 cm oba 5 ft 7', '170 cm au 5 ft 7'),
    read: height,
    also: ['height', 'tall'],
  },
  {
    name: 'weight_kg',
    label: ['Obuzito mu kg', 'Uzito kwa kg'],
    question: words('How much do you weigh?', 'Ozitowa kilo mmeka?', 'Uzito wako ni kilo ngapi?'),
    example: '70 kg',
    read: weight,
    also: ['weight', 'kilos'],
  },
]
