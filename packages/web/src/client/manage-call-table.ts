// Made by `npm run call-table` from the declarations in @parley/core/api. Do not edit.
import type { Route } from './caller.ts'

/** How the calls of the screens under "Manage" travel. */
export const manageCallTable = {
  assistUses: { method: 'GET', path: '/bot/assist', access: 'session' },
  botNumbers: { method: 'GET', path: '/bot/numbers', access: 'session' },
  setBotNumber: { method: 'PUT', path: '/bot/numbers/:number', access: 'session' },
  unclearTexts: { method: 'GET', path: '/bot/unclear', access: 'session' },
  judgeUnclear: { method: 'PUT', path: '/bot/unclear/:id', access: 'session' },
  tryBot: { method: 'POST', path: '/bot/try', access: 'session' },
  knowledge: { method: 'GET', path: '/bot/knowledge', access: 'session' },
  knowledgeAnswer: { method: 'GET', path: '/bot/knowledge/:id', access: 'session' },
  createKnowledgeAnswer: { method: 'POST', path: '/bot/knowledge', access: 'session' },
  saveKnowledgeDraft: { method: 'PUT', path: '/bot/knowledge/:id/draft', access: 'session' },
  discardKnowledgeDraft: { method: 'DELETE', path: '/bot/knowledge/:id/draft', access: 'session' },
  publishKnowledgeAnswer: { method: 'POST', path: '/bot/knowledge/:id/publish', access: 'session' },
  removeKnowledgeAnswer: { method: 'POST', path: '/bot/knowledge/:id/remove', access: 'session' },
  restoreKnowledgeAnswer: { method: 'POST', path: '/bot/knowledge/:id/restore', access: 'session' },
  knowledgeVersions: { method: 'GET', path: '/bot/knowledge/:id/versions', access: 'session' },
  knowledgeFile: { method: 'GET', path: '/bot/knowledge-file', access: 'session' },
  readKnowledgeFile: { method: 'POST', path: '/bot/knowledge-file', access: 'session' },
  businessHours: { method: 'GET', path: '/bot/hours', access: 'session' },
  changeBusinessHours: { method: 'PUT', path: '/bot/hours', access: 'session' },
  routing: { method: 'GET', path: '/bot/routing', access: 'session' },
  changeRouting: { method: 'PUT', path: '/bot/routing', access: 'session' },
  people: { method: 'GET', path: '/accounts', access: 'session' },
  invitePerson: { method: 'POST', path: '/accounts', access: 'session' },
  editPerson: { method: 'PATCH', path: '/accounts/:id', access: 'session' },
  makePasswordLink: { method: 'POST', path: '/accounts/:id/password-link', access: 'session' },
  disablePerson: { method: 'POST', path: '/accounts/:id/disable', access: 'session' },
  enablePerson: { method: 'POST', path: '/accounts/:id/enable', access: 'session' },
  dropSecondFactor: { method: 'POST', path: '/accounts/:id/second-factor-off', access: 'session' },
  personSessions: { method: 'GET', path: '/accounts/:id/sessions', access: 'session' },
  endPersonSession: { method: 'DELETE', path: '/accounts/:id/sessions/:session', access: 'session' },
  endPersonSessions: { method: 'POST', path: '/accounts/:id/sessions/end-all', access: 'session' },
  settings: { method: 'GET', path: '/settings', access: 'session' },
  changeSettings: { method: 'PATCH', path: '/settings', access: 'session' },
  audit: { method: 'GET', path: '/audit', access: 'session' },
  webhookLedger: { method: 'GET', path: '/channels/whatsapp/ledger', access: 'session' },
  channelHealth: { method: 'GET', path: '/channels/whatsapp/health', access: 'session' },
} as const satisfies Readonly<Record<string, Route>>

export type ManageCall = keyof typeof manageCallTable
