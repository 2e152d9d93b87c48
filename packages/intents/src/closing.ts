/** Whether a text only closes a conversation, and how surely. */
export interface Closing {
  readonly closes: boolean
  readonly confidence: number
}

const open: Closing = { closes: false, confidence: 0 }

/** The text is more likely `thanks` than all else together. */
const surelyThanks = 0.5
/** A longer text tells something. */
const mostWords = 30
const sign = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f\s]`
const closingSigns = new RegExp(
  String.raw`^(?=.*[👍🙏👌🤝💯✅👏😊🙂☺😀😃😄🤗🥰😍❤💖💙💚💛🫶👋✌🙌💪])${sign}+$`,
  'u',
)
const upsetSigns = /[😡😠🤬😭😢👎💔🤔❓❔😤🙄]/u

/** Words of a question, a wish, a contrast or something missing, in English, Luganda and Swahili. */
const more = [
  'who|whom|whose|what|whats|wat|wht|when|wen|where|wea|which|why|how|hw|whether|if',
  'but|however|although|yet|still|except|unless|instead|also|not|nothing has|no one|nobody',
  `\\p{L}+n['’]t|cant|dont|didnt|hasnt|havent|isnt|wont|missing|wrong|less|more thing`,
  'please|pls|plz|pliz|kindly|want|need|like to|let me (?!know that)(?:talk|speak|see|have)|may i|(?:can|cn|could|cld|would|wld|shall|will) (?:i|we|you|u|it|he|she|they|someone|somebody)',
  'send|share|give|add|change|cancel|stop|remove|update|confirm|check|remind|tell|show|call (?:me|us)|help (?:me|us)|in advance|one more|another',
  'now i|i paid|i have (?:sent|paid|not|a|changed|moved|lost)|i am (?:still|in|at|waiting)|my (?:policy|number|claim|money|pension|account|wife|husband|mother|father)|died|passed on|for nothing',
  'naye|wabula|ate|era|ddi|lwaki|mmeka|meka|ki|kiki|ntya|otya|ani|wa|oba|nsaba|tusaba|njagala|twagala|nneetaaga|mpa|mpaayo|mpeereza|nnyamba|mbuuza|mbadde|onkubire|nkubira|kyusa|kebera|nkole|nsasula|nsasudde|nnina|kikyali|ssente|sente',
  '(?:si|te)\\p{L}*(?:nna|wuli|labi|funa|manyi|tuuse|jja)\\p{L}*|ninda|nnind\\p{L}*|afudde|yafudde|yafiira',
  'lakini|ila|bado|lini|wapi|je|nini|gani|ngapi|vipi|mbona|kwanini|nani|ipi|yupi|kiasi|naomba|nataka|nahitaji|ningependa|nisaidie|tusaidie|tuma|nitume|nitumie|nipe|nipigie|niongee|futa|badilisha|swali|nitapata|nitalipa|mapema|nasubiri|nimelipa|(?:ha|si)ja\\p{L}+|amefariki|pesa|hela',
]
const asks = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${more.join('|')})(?![\p{L}\p{N}])|[?？]|\d{3}`, 'iu')

/** A question without its mark: a verb begins a part of the text. */
const verbFirst =
  /(?:^|[,.;:!\n-]\s*)(?:(?:is|are|was|were|did|does|do|has) (?:the|my|our|your|it|he|she|they|you|u|we|i|there|any)|have (?:you|they|we|i|he|she))(?![\p{L}\p{N}])/iu

/** What a recogniser says of a text: its likeliest intent; null: there is no recogniser. */
interface Recognised {
  readonly intent: string | null
  readonly confidence: number
}

/**
 * Says whether a text only closes a conversation, so that it needs no reply: thanks, agreement or a goodbye, or a sign such as 👍
 * alone. A text with a question, a wish or news never does, and is not recognised at all.
 */
export function closingOf(text: string, recognise: (text: string) => Recognised): Closing {
  const plain = text.normalize('NFKC').trim()
  if (plain.split(/\s+/u, mostWords + 1).length > mostWords) return open
  if (closingSigns.test(plain)) return upsetSigns.test(plain) ? open : { closes: true, confidence: 1 }
  if (!/\p{L}/u.test(plain) || asks.test(plain) || verbFirst.test(plain) || upsetSigns.test(plain))
    return open
  const { intent, confidence } = recognise(text)
  if (intent !== 'thanks') return open
  return { closes: confidence >= surelyThanks, confidence }
}
