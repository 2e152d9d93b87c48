import { Link } from 'react-router'
import { Notice } from '../../ui/states/Notice.tsx'

/** Leads on from a conversation whose customer is another one by now. */
export const ContinuedNotice = ({ conversationId }: { readonly conversationId: string }) => (
  <Notice tone="info">
    Two customers turned out to be one. This conversation goes on in{' '}
    <Link to={`/conversations/${conversationId}`}>the one that was kept</Link>.
  </Notice>
)
