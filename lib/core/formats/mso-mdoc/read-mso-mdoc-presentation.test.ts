import { expect, it } from 'vitest'
import { presentationInput } from '@/lib/testing/presentations/presentation-input'
import { readDcqlQuery } from '../../dcql/read-dcql-query'
import { msoMdoc } from './mso-mdoc'

it('says of every mdoc presentation that it was not read, and that it answers no query', async () => {
  const reading = await msoMdoc.readPresentation('o2d2ZXJzaW9u', presentationInput())
  expect(reading).toEqual({
    format: 'mso_mdoc',
    read: false,
    reason: 'Presentations of format mso_mdoc are not read yet.',
  })
  const [query] = readDcqlQuery({
    credentials: [{ id: 'a', format: 'mso_mdoc', meta: { doctype_value: 'b' } }],
  }).credentials
  expect(query && msoMdoc.matchQuery({ query, index: 0, reading, alsoAnswers: [] })).toBeNull()
})
