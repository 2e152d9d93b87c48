import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { calendar } from '@parley/core/text/format'
import { Notice } from '../../ui/states/Notice.tsx'

const local = calendar()

/** What stands in place of a thread whose customer was erased. */
export const ErasedNotice = ({ erased }: { readonly erased: NonNullable<ConversationEntity['erased']> }) => (
  <Notice tone="info">
    {erased.by === null
      ? t('Erased on {time}.', { time: local.full(new Date(erased.at)) })
      : t('Erased on {time} by {name}.', { time: local.full(new Date(erased.at)), name: erased.by })}{' '}
    {t('The data of this customer was deleted. If they write again, a new conversation starts.')}
  </Notice>
)
