/** Areas that a server may leave to the console's built-in sample source. */
export const areas = ['issues', 'applications', 'conversation-status', 'dashboard'] as const
