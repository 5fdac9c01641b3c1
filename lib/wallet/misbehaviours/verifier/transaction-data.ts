import type { JsonObject } from '../../json'
import { hashTransaction } from '../../verifier/response/vp-token'
import { asking, claims, inKeyBinding, invalidPresentation, pid } from './builders'
import type { PatchContext, PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

/** A session whose transaction data is authorised by these credentials of the query. */
const authorising = (credential_ids: string[], further: JsonObject = {}): PresentationNeeds => {
  const name = claims(['family_name'])
  const { sessionOptions } = asking(pid(name), pid(name, 'other'))
  const entry = { type: 'payment', credential_ids, payee: 'Bookshop', amount: '12.50 EUR', ...further }
  return { sessionOptions: { ...sessionOptions, transaction_data: [entry] } }
}

const one = { needs: authorising(['pid']) }
const choosing = { needs: authorising(['pid'], { transaction_data_hashes_alg: ['sha-256', 'sha-384'] }) }

const sent = ({ facts }: PatchContext): string => facts.request?.transactions[0]?.encoded ?? ''
const authorises = ({ transaction_data_hashes: hashes }: JsonObject): boolean => hashes !== undefined

/** Transaction data in the key binding JWT (OID4VP-1FINAL-8.4, B.3.3.1). */
export const transactionDataMisbehaviours: PresentationMisbehaviour[] = [
  inKeyBinding(
    'vp.txn.represented',
    'Ignores the transaction data of the request',
    invalidPresentation,
    ({ claims }) => {
      delete claims.transaction_data_hashes
    },
    one,
  ),
  inKeyBinding(
    'vp.txn.hashes_type',
    'Sends the hash of the transaction data as a text instead of in a list',
    invalidPresentation,
    ({ claims }, context) => {
      if (authorises(claims)) claims.transaction_data_hashes = hashTransaction(sent(context))
    },
    one,
  ),
  inKeyBinding(
    'vp.txn.hashes_match',
    'Hashes the transaction data after decoding it',
    invalidPresentation,
    ({ claims }, context) => {
      if (authorises(claims))
        claims.transaction_data_hashes = [hashTransaction(Buffer.from(sent(context), 'base64url'))]
    },
    { ...one, alsoFails: ['vp.txn.no_foreign_hashes'] },
  ),
  inKeyBinding(
    'vp.txn.no_foreign_hashes',
    'Adds the hash of a transaction that was not requested',
    invalidPresentation,
    ({ claims }, context) => {
      if (authorises(claims))
        claims.transaction_data_hashes = [hashTransaction(sent(context)), hashTransaction('another transaction')]
    },
    one,
  ),
  inKeyBinding(
    'vp.txn.alg_present',
    'Does not say which hash algorithm it chose',
    invalidPresentation,
    ({ claims }) => {
      delete claims.transaction_data_hashes_alg
    },
    choosing,
  ),
  inKeyBinding(
    'vp.txn.alg_allowed',
    'Hashes the transaction data with an algorithm that was not offered',
    invalidPresentation,
    ({ claims }, context) => {
      if (!authorises(claims)) return
      claims.transaction_data_hashes = [hashTransaction(sent(context), 'sha-512')]
      claims.transaction_data_hashes_alg = 'sha-512'
    },
    choosing,
  ),
  inKeyBinding(
    'vp.txn.one_credential',
    'Lets two credentials authorise the same transaction',
    'accepted',
    ({ claims }, context) => {
      claims.transaction_data_hashes = [hashTransaction(sent(context))]
    },
    { needs: authorising(['pid', 'other']) },
  ),
  inKeyBinding(
    'vp.txn.right_credential',
    'Authorises a transaction with a credential that it does not name',
    invalidPresentation,
    ({ claims }, context) => {
      claims.transaction_data_hashes = [hashTransaction(sent(context))]
    },
    one,
  ),
  inKeyBinding('vp.txn.unsolicited', 'Authorises a transaction that was not requested', 'accepted', ({ claims }) => {
    claims.transaction_data_hashes = [hashTransaction('a transaction of its own')]
  }),
]
