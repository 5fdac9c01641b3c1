import { describe, expect, it } from 'vitest'
import { pipelineBadge } from './pipeline-badge'

describe('the badge of a pipeline', () => {
  it.each([
    [{ runs: 15, successes: 13 }, '13/15 (87 %)', '#7f4d00'],
    [{ runs: 9, successes: 9 }, '9/9 (100 %)', '#176339'],
    [{ runs: 3, successes: 0 }, '0/3', '#b01f1a'],
    [{ runs: 1_000_000, successes: 999_999 }, '999999/1000000 (&gt; 99 %)', '#176339'],
    ['none', 'no runs yet', '#4b4f48'],
    ['withheld', 'results not shown', '#4b4f48'],
  ] as const)('of %j says %s', (numbers, words, colour) => {
    const svg = pipelineBadge(numbers)
    expect(svg).toContain(`>${words}</text>`)
    expect(svg).toContain(`aria-label="wallet pipeline: ${words}"`)
    expect(svg).toContain(`fill="${colour}"`)
    expect(svg).not.toMatch(/<script|href|style=/)
  })
})
