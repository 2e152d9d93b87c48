import { isDeepStrictEqual } from 'node:util'
import { Settings } from '@parley/core/settings/api'
import { ApiError } from '@parley/core/errors'
import { type Actor, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { settingsOf } from './queries.ts'

/**
 * Changes the named settings and records their old values. They count from the next call.
 * @throws ApiError settings.changed
 */
export const changeSettings = (
  writer: Writer,
  edit: { readonly [K in keyof Settings]?: Settings[K] | undefined },
  version: number | undefined,
  by: Actor,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const row = await tx.selectFrom('settings').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
    if (version !== undefined && version !== row.version) throw new ApiError('settings.changed')
    const before = settingsOf(row.value)
    const named = Object.entries(edit).filter(([, value]) => value !== undefined)
    const after = Settings.parse({ ...before, ...Object.fromEntries(named) })
    const changed = (Object.keys(after) as (keyof Settings)[]).filter(
      name => !isDeepStrictEqual(after[name], before[name]),
    )
    if (changed.length === 0) return
    await tx
      .updateTable('settings')
      .set({ value: JSON.stringify(after), version: row.version + 1 })
      .execute()
    if (changed.includes('colleague_conversations')) publish({ noun: 'sight', id: 0, kind: 'changed' })
    const only = (all: Settings) => Object.fromEntries(changed.map(name => [name, all[name]]))
    await record(context, by, 'settings.changed', null, { before: only(before), after: only(after) })
  })
