import { expect, it } from 'vitest'
import { campaignChoices } from './campaigns'

it('counts the sessions that a campaign has here: some show nothing without https', () => {
  const metadataAt = (baseUrl: string) => campaignChoices(baseUrl).find(({ id }) => id === 'metadata')?.sessions
  expect(metadataAt('https://capture.example')).toBe(30)
  expect(metadataAt('http://localhost:8090')).toBe(27)
})
