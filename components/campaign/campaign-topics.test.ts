import { expect, it } from 'vitest'
import { builtInCampaigns } from '@/lib/core/campaigns/built-in'
import { campaignAfter, campaignQuestions, campaignTopics } from './campaign-topics'

it('offers ten built-in campaigns at most, each once, the baseline first', () => {
  const offered = [...campaignQuestions.map(({ id }) => id), ...campaignTopics.flatMap(({ ids }) => ids)]
  expect(offered[0]).toBe('baseline')
  expect(offered.length).toBeLessThanOrEqual(10)
  expect(new Set(offered).size).toBe(offered.length)
  const known = new Set(builtInCampaigns.map(({ id }) => id))
  expect(offered.filter((id) => !known.has(id))).toEqual([])
})

it('goes on from question to question, from a topic to the first, and ends with all European cases', () => {
  const next = ['baseline', 'smoke', 'haip', 'refusals', 'european', 'nonce', null].map(campaignAfter)
  expect(next).toEqual(['smoke', 'haip', 'refusals', 'european', null, 'baseline', 'baseline'])
})
