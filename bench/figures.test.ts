import { describe, expect, test } from 'vitest'
import { figuresOf, higher, lineOf, lower, percentile } from './figures.ts'

describe('figures', () => {
  test('the first of several rounds is dropped, and a ratio is the median of the ratios of each round', () => {
    const round = (own: number, other: number) => ({
      value: [higher('rate', own, '/s', { reference: 0.7 })],
      reference: [higher('rate', other, '/s', { reference: 0.7 })],
    })
    const [figure] = figuresOf('ingest', [round(1, 100), round(80, 100), round(10, 20), round(300, 500)])
    expect(figure).toMatchObject({
      value: 80,
      reached: null,
      reference: { other: 100, value: 0.6, goal: 0.7, reached: false },
      beside: null,
    })
  })

  test('a lower value reaches its goal up to the goal itself, and the line says so', () => {
    const [figure] = figuresOf('start', [{ value: [lower('restart', 2, 's', { value: 2 })] }])
    expect(figure?.reached).toBe(true)
    expect(figure && lineOf(figure)).toBe('  restart: 2 s (goal: at most 2, reached)')
  })

  test('a percentile is the smallest value that so large a share does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, no) => 100 - no)
    expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.95)]).toEqual([50, 95, 7])
  })
})
