import { describe, expect, test } from 'vitest'
import type { Unit } from '../metrics/metric.ts'
import { figureText } from './figure.ts'
import { fractionText, percentOf, percentText } from './percent.ts'

describe('[CONST-08 Q-118 Q-125] how a figure is written', () => {
  test.each<[number | null, Unit, string]>([
    [5318, 'messages', '5,318'],
    [0, 'customers', '0'],
    [4.25, 'minutes', '4.3 min'],
    [0, 'minutes', '0.0 min'],
    [1234.5, 'minutes', '1,234.5 min'],
    [4.56, 'rating', '4.6 of 5'],
    [0.6824, 'fraction', '68.2%'],
    [1, 'fraction', '100.0%'],
    [81.44, 'percent', '81.4%'],
    [133.333, 'percent', '133.3%'],
    [null, 'minutes', '–'],
    [null, 'percent', '–'],
    [null, 'messages', '–'],
    [Number.NaN, 'percent', '–'],
    [Number.POSITIVE_INFINITY, 'percent', '–'],
  ])('%s %s reads %s', (value, unit, text) => {
    expect(figureText(value, unit)).toBe(text)
  })
})

test.each([
  [81.5, 0, '82%'],
  [81.44, 1, '81.4%'],
  [0, 0, '0%'],
  [null, 0, '–'],
] as const)('[CONST-08 PERF-07] %s with %d decimals reads %s', (percent, decimals, text) => {
  expect(percentText(percent, decimals)).toBe(text)
})

test.each([
  [1, 4, 25],
  [0, 4, 0],
  [0, 0, 0],
  [3, 0, 0],
  [4, 4, 100],
])('[Q-023 Q-020] %d of %d is %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test('[MSTAT-07] a rate that is a fraction reads as a percentage', () => {
  expect([0, 0.318, null].map(fractionText)).toEqual(['0.0%', '31.8%', '–'])
})
