import { expect, it } from 'vitest'
import { epochMillis } from '../ground/time/time'
import { securityTxt } from './service'

it('names the contact, and an end that is less than a year away', () => {
  const at = epochMillis(Date.UTC(2026, 10, 27, 20, 15))
  expect(securityTxt({ contact: 'mailto:security@example.org', baseUrl: 'https://capture.example.org', at })).toBe(
    [
      'Contact: mailto:security@example.org',
      'Expires: 2027-05-26T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://capture.example.org/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
