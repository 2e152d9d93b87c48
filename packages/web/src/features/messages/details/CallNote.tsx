import { t } from '@parley/core/text/translate'
import type { CallEntity } from '@parley/core/messages/details'
import { PhoneIncoming, PhoneMissed } from 'lucide-react'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'

/** The customer rang on WhatsApp, where nobody of ours picks up. */
export function CallNote({ call: { state }, words }: { call: CallEntity; words: string }) {
  const Icon = state === 'taken' ? PhoneIncoming : PhoneMissed
  return (
    <HStack role="group" aria-label={t('Call')} gap={2.5} align="start" tone="text">
      <Icon size={18} strokeWidth={1.8} aria-hidden="true" />
      <div>
        <Text as="p" size="list" weight={500} breaks>
          {words}
        </Text>
        {state !== 'taken' && (
          <Text as="p" size="meta" tone="muted" breaks>
            {t('You cannot take WhatsApp calls here. Call back, or send a message.')}
          </Text>
        )}
      </div>
    </HStack>
  )
}
