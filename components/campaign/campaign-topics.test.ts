import { expect, it } from 'vitest'
import { builtInCampaigns } from '@/lib/core/campaigns/built-in'
import { campaignAfter, campaignQuestions, campaignTopics } from './campaign-topics'

it('offers each built-in campaign once, and none that does not exist', () => {
  const offered = [...campaignQuestions.map(({ id }) => id), ...campaignTopics.flatMap(({ ids }) => ids)]
  expect([...offered].sort()).toEqual(builtInCampaigns.map(({ id }) => id).sort())
})

it('goes on from question to question, from a topic to the first, and ends with all European cases', () => {
  const next = ['baseline', 'smoke', 'haip', 'refusals', 'european', 'nonce', null].map(campaignAfter)
  expect(next).toEqual(['smoke', 'haip', 'refusals', 'european', null, 'baseline', 'baseline'])
})
