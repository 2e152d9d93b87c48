import type { NotificationType } from '../api/notifications.ts'
import type { importances, noticeSubjects } from '../words/notifications.ts'

/** A notice as the console holds it (DATA-14). */
export interface NotificationEntity {
  readonly id: string
  readonly type: NotificationType
  readonly title: string
  readonly message: string
  readonly read: boolean
  readonly timestamp: string
  readonly conversation_id: string | null
  readonly ticket_id: string | null
  /** The note in its conversation that it leads to. */
  readonly note_id: string | null
  /** The message in its conversation that it leads to. */
  readonly message_id: string | null
  /** What it speaks of where that is no conversation and no ticket. */
  readonly about: (typeof noticeSubjects)[number] | null
  readonly importance: (typeof importances)[number]
  /** False: stays until it is closed by hand. */
  readonly auto_close: boolean
}
