import type { z } from 'zod'
import type { zTransactionTemplate } from './transaction-template'

const payload = {
  transaction_id: '8D8AC610-566D-4EF0-9C22-186B2A5ED793',
  payee: { name: 'Wallet Capture Test Shop', id: 'DE98ZZZ09999999999' },
  currency: 'EUR',
  amount: 12.5,
}

/**
 * A payment as known to wallets that confirm one by strong customer authentication: EU technical specification 12,
 * sections 4.2 and 4.3.1. Its schema requires a payload, and three capital letters as currency.
 */
export const paymentTemplate: z.infer<typeof zTransactionTemplate> = {
  data: { type: 'urn:eudi:sca:payment:1', transaction_data_hashes_alg: ['sha-256'], payload },
  required_field: 'payload',
  out_of_range: { payload: { ...payload, currency: 'EURO' } },
}
