import { describe, expect, test } from 'vitest'
import {
  dailyProblem,
  type Period,
  periodLabel,
  periodNames,
  periodRange,
  periods,
  rangeProblem,
} from './period.ts'

test('[PERF-01 Q-119] the periods are offered in this order and wording', () => {
  expect(periods.map(period => periodNames[period])).toEqual([
    'Current Month',
    'Previous Month',
    'Two Months Ago',
    'Last Quarter',
    'Last 12 Months',
    'Custom Date Range',
  ])
})

describe('[PERF-19 PERF-20 PERF-21 PERF-22 PERF-23 Q-117 Q-119] the days and the label of a period', () => {
  test.each<[Period, string, string, string, string]>([
    ['currentMonth', '2026-11-21', '2026-11-01', '2026-11-21', 'November 2026'],
    ['currentMonth', '2026-11-01', '2026-11-01', '2026-11-01', 'November 2026'],
    ['previousMonth', '2026-11-21', '2026-10-01', '2026-10-31', 'October 2026'],
    ['previousMonth', '2026-01-31', '2025-12-01', '2025-12-31', 'December 2025'],
    ['previousMonth', '2028-03-31', '2028-02-01', '2028-02-29', 'February 2028'],
    ['previousMonth', '2027-03-31', '2027-02-01', '2027-02-28', 'February 2027'],
    ['twoMonthsAgo', '2026-11-21', '2026-09-01', '2026-09-30', 'September 2026'],
    ['twoMonthsAgo', '2026-01-01', '2025-11-01', '2025-11-30', 'November 2025'],
    ['lastQuarter', '2026-11-21', '2026-08-01', '2026-11-21', 'Q3 2026'],
    ['lastQuarter', '2026-01-15', '2025-10-01', '2026-01-15', 'Q4 2025'],
    ['lastQuarter', '2026-04-30', '2026-01-01', '2026-04-30', 'Q1 2026'],
    ['lastQuarter', '2026-07-01', '2026-04-01', '2026-07-01', 'Q2 2026'],
    ['lastYear', '2026-11-21', '2025-11-21', '2026-11-21', 'Last 12 Months'],
    ['lastYear', '2028-02-29', '2027-02-28', '2028-02-29', 'Last 12 Months'],
    ['lastYear', '2029-02-28', '2028-02-28', '2029-02-28', 'Last 12 Months'],
    ['custom', '2026-11-21', '2026-11-01', '2026-11-21', 'Custom Date Range'],
  ])('%s on %s: %s to %s, "%s"', (period, today, from, to, label) => {
    expect(periodRange(period, today)).toEqual({ from, to })
    expect(periodLabel(period, { from, to })).toBe(label)
  })
})

describe('[PERF-03 PERF-04 Q-124] dates that can be asked for', () => {
  test.each([
    ['2026-11-01', '2026-11-21', null],
    ['2026-11-21', '2026-11-21', null],
    ['1999-01-01', '2099-12-31', null],
    ['2026-11-21', '2026-11-20', 'The end date is before the start date.'],
    ['', '2026-11-20', 'Give a start date.'],
    ['2026-11-20', '', 'Give an end date.'],
    ['', '', 'Give a start date.'],
    ['2026-02-30', '2026-11-20', 'Give a start date.'],
    ['2026-11-20', '20-11-2026', 'Give an end date.'],
    ['2026-11-20', '12026-11-20', 'Give an end date.'],
  ])('"%s" to "%s": %s', (from, to, problem) => {
    expect(rangeProblem({ from, to })).toBe(problem)
  })
})

test.each([
  ['2026-11-01', '2026-11-21', '2026-11-21', null],
  ['2026-11-21', '2026-11-20', '2026-11-21', 'The end date is before the start date.'],
  // 3,660 days, the first and the last among them.
  ['2016-11-14', '2026-11-21', '2026-11-21', null],
  ['2016-11-13', '2026-11-21', '2026-11-21', '2016-11-14'],
  // Future days are in no list.
  ['2016-11-14', '2099-12-31', '2026-11-21', null],
  ['2005-12-23', '2015-12-31', '2026-11-21', '2005-12-24'],
  ['1026-11-01', '2026-11-21', '2026-11-21', '2016-11-14'],
  ['1026-11-01', '2026-11-21', null, null],
])('[PERF-04] day by day from %s to %s, on %s: %s', (from, to, today, problem) => {
  const said =
    problem === null || problem.endsWith('.')
      ? problem
      : `Daily data covers ten years at most: choose ${problem} or later as From, or untick 'Include Daily Data'.`
  expect(dailyProblem({ from, to }, today)).toBe(said)
})
