import { fileOf, type InboundMedia } from '../inbound-media.ts'
import { nodeOf } from '../node.ts'
import type { FormDetails } from './details.ts'

/** Meta lets a form bring ten. */
const most = 10

/** The photos and documents that were picked in a form, in the order of its answers: each is fetched like any file. */
export const filesOfForm = ({ answers }: FormDetails): readonly InboundMedia[] =>
  filesIn(answers).slice(0, most)

/** Answers are no deeper than `isTooDeep` lets through. */
function filesIn(answer: unknown): readonly InboundMedia[] {
  if (Array.isArray(answer)) return answer.flatMap(filesIn)
  const node = nodeOf(answer)
  if (node === null) return []
  const file = fileOf(node)
  return file === null ? Object.values(node).flatMap(filesIn) : [file]
}
