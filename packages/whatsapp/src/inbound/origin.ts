import { type Node, nodeOf, textOf, writtenOf } from '../node.ts'
import type { MessageDetails } from './details.ts'

/** What led a customer to write: a product that the message is about, an advertisement. They stand beside any kind. */
export function readOrigin(message: Node): MessageDetails {
  const product = nodeOf(nodeOf(message['context'])?.['referred_product'])
  const referral = nodeOf(message['referral'])
  return {
    ...(product && {
      product: {
        product: writtenOf(product['product_retailer_id']),
        catalogue: writtenOf(product['catalog_id']),
      },
    }),
    ...(referral && { referral: referralOf(referral) }),
  }
}

function referralOf(node: Node): NonNullable<MessageDetails['referral']> {
  const text = (name: string) => textOf(node[name])
  return {
    source: text('source_type'),
    source_id: writtenOf(node['source_id']),
    headline: text('headline'),
    body: text('body'),
    url: text('source_url'),
    media_kind: text('media_type') ?? mediaOf(node)?.kind ?? null,
    media_url: text('image_url') ?? text('video_url') ?? mediaOf(node)?.url ?? text('thumbnail_url'),
    click_id: text('ctwa_clid'),
    welcome: textOf(nodeOf(node['welcome_message'])?.['text']),
  }
}

/** Older webhooks have an object of the medium's name. */
function mediaOf(referral: Node): { readonly kind: string; readonly url: string | null } | null {
  const kind = ['image', 'video'].find(name => nodeOf(referral[name]) !== null)
  if (kind === undefined) return null
  const medium = nodeOf(referral[kind])
  return { kind, url: textOf(medium?.['url']) ?? textOf(medium?.['link']) }
}
