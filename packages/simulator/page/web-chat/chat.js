import { byId } from '../dom.js'
import { connection } from './connection.js'
import { outbox } from './outbox.js'
import { thread } from './thread.js'
import { keepName, visitorName, visitorSecret } from './visitor.js'
import { writer } from './writer.js'

/** @import { ServerFrame } from './model.d.ts' */

const offline = byId('offline', HTMLParagraphElement)
const name = byId('name', HTMLInputElement)
const secret = visitorSecret()
/** What Parley was told of each message of an agent on this connection. @type {Map<string, 'delivered' | 'read'>} */
const told = new Map()

const line = connection(secret, {
  heard,
  lost() {
    offline.hidden = false
    waiting.connected(false)
  },
})
const shown = thread({
  reply: message => write.answer(message),
  // The buttons go with what they stand on.
  retry(key) {
    waiting.retry(key)
    write.focus()
  },
  remove(key) {
    waiting.drop(key)
    write.focus()
  },
})
const waiting = outbox(secret, {
  send: frame => line.send(frame),
  changed: item => shown.wait(item),
  gone: item => shown.forget(item),
})
const write = writer(written => {
  waiting.add({ ...written, name: name.value.trim() })
  shown.toEnd()
})

/** @param {ServerFrame} frame */
function heard(frame) {
  if (frame.kind === 'thread') {
    offline.hidden = true
    told.clear()
    shown.start(frame.messages)
    for (const message of frame.messages) waiting.confirm(message)
    waiting.connected(true)
    tellReached()
  } else if (frame.kind === 'message') {
    shown.put(frame.message)
    waiting.confirm(frame.message)
    tellReached()
  } else if (frame.kind === 'refused') {
    waiting.refused(frame.key, frame.detail)
  }
}

/** Agents learn what is on this page, and what somebody has before them: the page is visible, and at the thread's end. */
function tellReached() {
  const state = document.visibilityState === 'visible' && shown.isAtEnd() ? 'read' : 'delivered'
  for (const { id, from, state: known } of shown.all()) {
    if (from !== 'agent' || known === 'read' || told.get(id) === 'read') continue
    if (known === 'here' && !told.has(id)) line.send({ kind: 'reached', id, state: 'delivered' })
    if (state === 'read') line.send({ kind: 'reached', id, state })
    told.set(id, state)
  }
}

name.value = visitorName()
name.addEventListener('input', () => keepName(name.value.trim()))
document.addEventListener('visibilitychange', tellReached)
shown.element.addEventListener('scroll', tellReached)
window.addEventListener('beforeunload', event => {
  if (waiting.all().some(({ file }) => file !== null)) event.preventDefault()
})
for (const item of waiting.all()) shown.wait(item)
shown.toEnd()
