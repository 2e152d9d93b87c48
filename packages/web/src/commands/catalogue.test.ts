import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type CommandId, commandIds, commandOf } from './catalogue.ts'

const root = new URL('..', import.meta.url)
const sources = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map(file => fs.readFileSync(new URL(file, root), 'utf8'))

/**
 * Keys that the part of the page which has the focus hears itself, and what it has for who uses a pointer. All others are
 * offered (`useCommand`): the keys do them, and the palette lists them by name, to be pressed.
 */
const heardInPlace: Partial<Record<CommandId, string>> = {
  back: 'the cross of windows, Back of the browser',
  'queue.open': 'a press on the row',
  'write.send': 'Send',
  'write.line': 'what keyboards of screens have',
  'write.send-and-next': 'Send and next',
  'write.send-and-resolve': 'More ways to send',
  'write.quote': 'Reply beside the message',
  'write.undo': 'Undo on the toast, Undo beside the message',
  'write.leave': 'a press elsewhere',
  'table.move': 'a press on the row',
  'table.open': 'a press on the row',
  'table.clear': 'the cross beside how many are selected',
}

const isOffered = (id: CommandId) =>
  sources.some(source => new RegExp(`use(Button)?Command\\(\\s*'${id.replace('.', '\\.')}'`).test(source))

describe('[Q-274] a command without a place is none', () => {
  test.each(commandIds)('%s is offered by a part of the page, or heard where it holds', id => {
    expect(isOffered(id)).toBe(heardInPlace[id] === undefined)
  })

  test.each(commandIds)('%s has a name and a key', id => {
    const { name, keys } = commandOf(id)
    expect(name.trim()).not.toBe('')
    expect(keys.flat()).not.toEqual([])
  })
})
