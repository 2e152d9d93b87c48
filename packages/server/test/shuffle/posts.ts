import { channel } from '../server.ts'
import type { Told } from './story.ts'

/** How it comes in. */
export interface Weather {
  /** Which part of it comes a second time. */
  readonly repeated: number
  /** At most so many in one post; each post has some number up to this. */
  readonly mostTogether: number
}

/** Things in any order. */
export function shuffled<T>(things: readonly T[], random: () => number): readonly T[] {
  const mixed = [...things]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [mixed[last] as T, mixed[other] as T]
    mixed[last] = b
    mixed[other] = a
  }
  return mixed
}

/** One webhook with these in it, each in a change of its own. */
export const postOf = (told: readonly Told[]) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: told.map(({ field, value }) => ({
        field,
        value: {
          messaging_product: 'whatsapp',
          metadata: { display_phone_number: '256200000000', phone_number_id: channel.phoneNumberId },
          ...value,
        },
      })),
    },
  ],
})

/** All of it in any order, some of it twice, in webhooks of some size. */
export function* postsOf(told: readonly Told[], weather: Weather, random: () => number) {
  const again = told.filter(() => random() < weather.repeated)
  const all = shuffled([...told, ...again], random)
  for (let at = 0; at < all.length; ) {
    const size = 1 + Math.floor(random() * weather.mostTogether)
    yield postOf(all.slice(at, at + size))
    at += size
  }
}
