import { expect, it } from 'vitest'
import type { Finding } from '@/lib/core/shared/ports/finding'
import { toLedgerExchange } from '@/lib/core/shared/ports/store-types'
import { sampleExchange } from '@/lib/testing/store-samples'
import { exchangeVerdict } from './exchange-verdict'

const finding = (id: string, status: Finding['status']): Finding => ({
  id: id as Finding['id'],
  status,
  expected: null,
  actual: null,
  hint: null,
  error: null,
  rejected: false,
})
const verdict = (findings: readonly Finding[], correlation: 'exact' | 'inferred' = 'exact') =>
  exchangeVerdict(toLedgerExchange(sampleExchange({ findings, correlation })))

it('is the worst of its findings', () => {
  expect(verdict([])).toBeNull()
  expect(verdict([finding('vci.dpop.htu', 'not_applicable')])).toBeNull()
  expect(verdict([finding('vci.dpop.htu', 'pass')])).toBe('pass')
  expect(verdict([finding('vci.dpop.htu', 'pass'), finding('vci.dpop.ath_matches', 'fail')])).toBe('fail')
})

it('warns where a violation fails no session by itself', () => {
  expect(verdict([finding('vci.dpop.htu', 'fail')], 'inferred')).toBe('warn')
  expect(verdict([finding('no.such.check', 'fail')])).toBe('warn')
  expect(verdict([finding('vci.dpop.htu', 'warn'), finding('vci.dpop.ath_matches', 'pass')])).toBe('warn')
})
