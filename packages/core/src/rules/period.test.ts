import { describe, expect, test } from 'vitest'
import { type Period, periodLabel, periodNames, periodRange, periods, rangeProblem } from './period.ts'

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
