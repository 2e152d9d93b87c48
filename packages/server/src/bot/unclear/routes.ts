import { unclearCalls } from '@parley/core/intent/api'
import type { Writer } from '../../db/write.ts'
import { type Http, mount } from '../../http/mount.ts'
import { textId } from '../../http/ids.ts'
import { judgeUnclear } from './judge.ts'
import { unclearText, unclearTexts } from './queries.ts'

export function unclearRoutes(http: Http, writer: Writer): void {
  const { db } = writer
  mount(
    http,
    unclearCalls,
  )({
    unclearTexts: ({ query }) => unclearTexts(db, query.state),
    judgeUnclear: async ({ params, body, caller }) => {
      const id = textId(params.id)
      await judgeUnclear(writer, id, body.meaning, caller)
      return unclearText(db, id)
    },
  })
}
