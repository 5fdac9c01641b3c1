import { expect, it } from 'vitest'
import { exchange, finding } from './fixtures/sessions'
import { projectExchange } from './project-exchange'

it('an exchange names a check once, however many credentials it judged', () => {
  const findings = [0, 1].map((index) => finding('vci.dpop.alg', 'pass', { subject: { queryId: 'pid', index } }))
  const { checks } = projectExchange(
    exchange(1, 'requestToken', { findings: [finding('vci.dpop.typ', 'pass'), ...findings] }),
  )
  expect(checks).toEqual(['vci.dpop.typ', 'vci.dpop.alg'])
})
