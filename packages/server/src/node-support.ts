/**
 * What an operator must know of this Node.js; null while it is supported.
 * @param version as process.versions.node gives it, "20.19.0"
 */
export const nodeOutOfSupport = (version: string): string | null =>
  version.startsWith('20.') ? 'Node.js 20 is out of support since April 2026: run Parley on Node.js 24' : null
