export const rebuildUsage =
  '  parley reports rebuild                 make the roll-ups of past days anew from the messages and tickets'

/** Whether `parley reports rebuild` was typed. */
export const isRebuild = (args: readonly string[]): boolean => args.join(' ') === 'reports rebuild'
