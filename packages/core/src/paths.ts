/** Every call's path is below this. */
export const basePath = '/api/v1'

/** The two sockets, below `basePath`. */
export const socketPaths = {
  agent: '/ws/agent/:id/conversations',
  notifications: '/ws/notifications',
} as const
