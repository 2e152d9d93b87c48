// Made by `npm run call-table` from the declarations in @parley/core/calls. Do not edit.
import type { api } from '@parley/core/calls'
import type { Route } from './caller.ts'
import type { LaterCall } from './later-call-table.ts'

/** How each declared call travels, but for those of parts that come later. */
export const callTable: Readonly<Record<Exclude<keyof typeof api, LaterCall>, Route>> = {
  token: { method: 'POST', path: '/auth/token', access: 'public', encoding: 'form' },
  logout: { method: 'POST', path: '/auth/logout', access: 'public' },
  socketTicket: { method: 'POST', path: '/auth/socket-ticket', access: 'session' },
  signInDefaults: { method: 'GET', path: '/sign-in', access: 'public' },
  capabilities: { method: 'GET', path: '/capabilities', access: 'session' },
  availableAgents: { method: 'GET', path: '/agent-profiles/available', access: 'session' },
  setAgentStatus: { method: 'PATCH', path: '/agent-profiles/:id/status', access: 'session' },
  pollNotifications: { method: 'GET', path: '/handoff/notifications/poll', access: 'session' },
  readNotification: { method: 'POST', path: '/handoff/notifications/:id/read', access: 'session' },
  readAllNotifications: { method: 'POST', path: '/handoff/notifications/read-all', access: 'session' },
  clearNotifications: { method: 'POST', path: '/handoff/notifications/clear', access: 'session' },
  conversations: { method: 'GET', path: '/messages/admin/conversations', access: 'session' },
  history: { method: 'GET', path: '/messages/admin/conversation/:id/history', access: 'session' },
  historyFallback: { method: 'GET', path: '/messages/admin/conversations/:id/history', access: 'session' },
  unreadStats: { method: 'GET', path: '/messages/agent/unread-stats', access: 'session' },
  messageDrafts: { method: 'GET', path: '/message-drafts', access: 'session' },
  writeMessageDraft: { method: 'PUT', path: '/conversations/:id/message-draft', access: 'session' },
  tickets: { method: 'GET', path: '/tickets', access: 'session' },
  ticket: { method: 'GET', path: '/tickets/:id', access: 'session' },
  ticketList: { method: 'GET', path: '/support_tickets', access: 'session' },
  ticketByNumber: { method: 'GET', path: '/support_tickets/by-number/:number', access: 'session' },
  issues: { method: 'GET', path: '/issues', access: 'session' },
  issue: { method: 'GET', path: '/issues/:id', access: 'session' },
  ippApplications: { method: 'GET', path: '/applications/ipp', access: 'session' },
  ippApplication: { method: 'GET', path: '/applications/ipp/:id', access: 'session' },
  libApplications: { method: 'GET', path: '/applications/lib', access: 'session' },
  libApplication: { method: 'GET', path: '/applications/lib/:id', access: 'session' },
  work: { method: 'GET', path: '/conversations/:id/work', access: 'session' },
  uploadDocument: {
    method: 'POST',
    path: '/attachments/documents/upload',
    access: 'session',
    encoding: 'multipart',
  },
  downloadDocument: { method: 'GET', path: '/attachments/documents/:id/download', access: 'attachment' },
  previewDocument: { method: 'GET', path: '/attachments/documents/:id/preview', access: 'attachment' },
  thumbnailDocument: { method: 'GET', path: '/attachments/documents/:id/thumbnail', access: 'attachment' },
  dashboard: { method: 'GET', path: '/dashboard', access: 'session' },
}
