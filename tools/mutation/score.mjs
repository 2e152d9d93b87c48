/** Of the mutants that a test runs over, so many in a hundred are noticed by one. */
export const goal = 85

/**
 * @typedef {{ status: import('@stryker-mutator/api/core').MutantStatus }} Mutant
 * @typedef {{ noticed: number, survived: number, uncovered: number, ignored: number }} Score
 *   noticed: a test failed or ran without end; ignored: left out, with a reason in the code; what does not run at all
 *   counts nowhere
 */

/**
 * @param {readonly Mutant[]} mutants
 * @returns {Score}
 */
export function scoreOf(mutants) {
  /** @param {Mutant['status'][]} statuses */
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  return {
    noticed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    ignored: count('Ignored'),
  }
}

/**
 * @param {readonly Score[]} scores
 * @returns {Score}
 */
export const sumOf = scores => ({
  noticed: sum(scores.map(score => score.noticed)),
  survived: sum(scores.map(score => score.survived)),
  uncovered: sum(scores.map(score => score.uncovered)),
  ignored: sum(scores.map(score => score.ignored)),
})

/**
 * Percent of the covered mutants that were noticed.
 * @param {Score} score
 * @returns {number | null} null: nothing is covered
 */
export const percentOf = ({ noticed, survived }) =>
  noticed + survived === 0 ? null : (100 * noticed) / (noticed + survived)

/** @param {Score} score */
export const isReached = score => (percentOf(score) ?? 0) >= goal

/**
 * @param {string} name
 * @param {Score} score
 * @returns {string} such as `rules: 93.1 % of 2,890 covered mutants noticed (goal 85 %), 40 not covered, 3 left out`
 */
export function lineOf(name, score) {
  const percent = percentOf(score)
  const covered = (score.noticed + score.survived).toLocaleString('en')
  const share = percent === null ? 'nothing' : `${(Math.floor(percent * 10) / 10).toFixed(1)} %`
  const mark = isReached(score) ? '✓' : '✗'
  return `${mark} ${name}: ${share} of ${covered} covered mutants noticed (goal ${goal} %), ${score.uncovered} not covered, ${score.ignored} left out`
}

/** @param {readonly number[]} numbers */
const sum = numbers => numbers.reduce((total, one) => total + one, 0)
