import { channel } from '../server.ts'
import type { Told } from './story.ts'

/** How the webhooks arrive. */
export interface Weather {
  /** The share that arrives a second time. */
  readonly repeated: number
  /** The maximum of changes in one post; each post has a random number up to this. */
  readonly mostTogether: number
}

/** The items in random order. */
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

/** One webhook with these items, each in its own change. */
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

/** All items in random order, some of them twice, in webhooks of random size. */
export function* postsOf(told: readonly Told[], weather: Weather, random: () => number) {
  const again = told.filter(() => random() < weather.repeated)
  const all = shuffled([...told, ...again], random)
  for (let at = 0; at < all.length; ) {
    const size = 1 + Math.floor(random() * weather.mostTogether)
    yield postOf(all.slice(at, at + size))
    at += size
  }
}
