import { Link } from 'react-router'
import { Notice } from '../../ui/states/Notice.tsx'

/** Leads on from a conversation whose customer is another one by now. */
export const ContinuedNotice = ({ conversationId }: { readonly conversationId: string }) => (
  <Notice tone="info">
    This customer was merged with another one. Continue in{' '}
    <Link to={`/conversations/${conversationId}`}>the other conversation</Link>.
  </Notice>
)
