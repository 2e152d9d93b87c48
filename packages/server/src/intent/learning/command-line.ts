import { shippedLessons, shippedModel } from '../places.ts'
import { type School, train, undoTraining } from './train.ts'

export const intentsUsage = `  parley intents train [--anyway]        learn from the texts that supervisors gave a meaning
  parley intents undo                    go back to what was understood before that`

/** What `parley intents` was asked to do. */
export type IntentsCommand = { readonly do: 'train'; readonly anyway: boolean } | { readonly do: 'undo' }

/** Null: it was not typed, or not so. */
export function readIntentsCommand(args: readonly string[]): IntentsCommand | null {
  switch (args.join(' ')) {
    case 'intents train':
      return { do: 'train', anyway: false }
    case 'intents train --anyway':
      return { do: 'train', anyway: true }
    case 'intents undo':
      return { do: 'undo' }
    default:
      return null
  }
}

/** Carries it out. @throws LearningRefused */
export const runIntentsCommand = (
  command: IntentsCommand,
  at: Pick<School, 'writer' | 'dataDir' | 'say'>,
): Promise<void> => {
  const school = { ...at, lessons: shippedLessons(), shipped: shippedModel() }
  return command.do === 'undo' ? undoTraining(school) : train(school, command.anyway)
}
