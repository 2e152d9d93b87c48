import type { NotificationType } from '@parley/core/notifications/api'
import {
  ArrowLeftRight,
  AtSign,
  CircleCheck,
  Info,
  type LucideIcon,
  MessageSquare,
  Ticket,
  TriangleAlert,
  UserPlus,
} from 'lucide-react'

const icons: Partial<Record<NotificationType, LucideIcon>> = {
  message: MessageSquare,
  MESSAGE: MessageSquare,
  ASSIGNMENT: UserPlus,
  mention: AtSign,
  transfer: ArrowLeftRight,
  ticket: Ticket,
  success: CircleCheck,
  warning: TriangleAlert,
  error: TriangleAlert,
}

/** The picture of a kind of notice; the words beside it say the same. */
export function NoticeIcon({ type }: { type: NotificationType }) {
  const Icon = icons[type] ?? Info
  return <Icon size={16} strokeWidth={1.7} aria-hidden="true" />
}
