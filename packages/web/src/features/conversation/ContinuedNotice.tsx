import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import { Link } from 'react-router'
import { Notice } from '../../ui/states/Notice.tsx'

/** Leads on from a conversation whose customer is another one by now. */
export const ContinuedNotice = ({ conversationId }: { readonly conversationId: string }) => (
  <Notice tone="info">
    {rich('This customer was merged with another one. Continue in {the}.', {
      the: <Link to={`/conversations/${conversationId}`}>{t('the other conversation')}</Link>,
    })}
  </Notice>
)
