import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a change is told to everybody who listens, and to nobody who stopped', () => {
  const store = createStore(1)
  const heard: string[] = []
  const stopFirst = store.subscribe(() => heard.push(`first ${store.get()}`))
  store.subscribe(() => heard.push(`second ${store.get()}`))
  store.set(2)
  stopFirst()
  store.set(3)
  expect(heard).toEqual(['first 2', 'second 2', 'second 3'])
})

test('the same value again tells nothing', () => {
  const store = createStore(Number.NaN)
  let told = 0
  store.subscribe(() => (told += 1))
  store.set(Number.NaN)
  expect(told).toBe(0)
})

test('who stops or starts while a change is told does not disturb it', () => {
  const store = createStore(0)
  const heard: string[] = []
  const stop = store.subscribe(() => {
    stop()
    store.subscribe(() => heard.push('late'))
  })
  store.subscribe(() => heard.push('second'))
  store.set(1)
  expect(heard).toEqual(['second'])
  store.set(2)
  expect(heard).toEqual(['second', 'second', 'late'])
})

test('one function that subscribes twice is told until it stopped twice, and stopping again changes nothing', () => {
  const store = createStore(0)
  let told = 0
  const changed = () => (told += 1)
  const [stopFirst, stopSecond] = [store.subscribe(changed), store.subscribe(changed)]
  stopFirst()
  stopFirst()
  store.set(1)
  expect(told).toBe(1)
  stopSecond()
  store.set(2)
  expect(told).toBe(1)
})

test('what keeps the value up to date runs only while somebody listens', () => {
  const seen: string[] = []
  const store = createStore('old', ({ set }) => {
    seen.push('started')
    set('fresh')
    return () => seen.push('stopped')
  })
  expect(store.get()).toBe('old')
  const stops = [store.subscribe(() => undefined), store.subscribe(() => undefined)]
  expect(store.get()).toBe('fresh')
  for (const stop of stops) stop()
  expect(seen).toEqual(['started', 'stopped'])
  store.subscribe(() => undefined)
  expect(seen).toEqual(['started', 'stopped', 'started'])
})
