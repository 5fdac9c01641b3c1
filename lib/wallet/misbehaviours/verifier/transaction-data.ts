import { mapOf } from '../../formats/mso-mdoc/cbor'
import type { JsonObject } from '../../json'
import { paymentExample } from '../../verifier/request/transaction-data'
import { hashTransaction } from '../../verifier/response/vp-token'
import {
  asking,
  claims,
  inDeviceProof,
  inKeyBinding,
  invalidPresentation,
  misbehaviour,
  pid,
  pidMdoc,
} from './builders'
import type { PatchContext, PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

const payment = (credential_ids: string[], further: JsonObject = {}): JsonObject => ({
  transaction_data: [{ type: 'payment', credential_ids, payee: 'Bookshop', amount: '12.50 EUR', ...further }],
})

/** A query for a credential that may confirm transactions: any but a PID (PIDRB-5). */
const card = (id: string): JsonObject =>
  pid({ meta: { vct_values: ['urn:example:payment-card:1'] }, ...claims(['family_name']) }, id)

/** A session whose transaction data is authorised by these credentials of the query. */
const authorising = (credential_ids: string[], further: JsonObject = {}): PresentationNeeds => {
  const { sessionOptions } = asking(card('card'), card('other'))
  return {
    sessionOptions: { ...sessionOptions, ...payment(credential_ids, further) },
    profile: { credential: 'foreign' },
  }
}

const one = { needs: authorising(['card']) }
const choosing = { needs: authorising(['card'], { transaction_data_hashes_alg: ['sha-256', 'sha-384'] }) }

const sent = ({ facts }: PatchContext): string => facts.request?.transactions[0]?.encoded ?? ''
const authorises = ({ transaction_data_hashes: hashes }: JsonObject): boolean => hashes !== undefined

/** Transaction data in the key binding JWT (OID4VP-1FINAL-8.4, B.3.3.1). */
export const transactionDataMisbehaviours: PresentationMisbehaviour[] = [
  misbehaviour('vp.txn.pid_key', 'Confirms transaction data with the key of a PID', 'accepted', {
    needs: {
      sessionOptions: { ...asking(pid(claims(['family_name']))).sessionOptions, ...payment(['pid']) },
      profile: { confirmsWithPid: true, ignoresTypeMetadata: true },
    },
    byProfile: 'response',
    alsoFails: ['vp.negative.rejected'],
  }),
  {
    ...inDeviceProof(
      'vp.txn.pid_key~mdoc',
      'Confirms transaction data with the key of a PID as mdoc',
      'accepted',
      ({ nameSpaces }, context) => {
        nameSpaces.set('payment', new Map([['transaction_data_hash', hashTransaction(sent(context))]]))
      },
      {
        needs: {
          sessionOptions: { ...asking(pidMdoc(['family_name'])).sessionOptions, ...payment(['pid']) },
          // Its issuer lets the key sign for the payment: that alone makes no PID one.
          profile: { confirmsWithPid: true, ignoresTypeMetadata: true, credential: 'foreign' },
        },
        alsoFails: ['vp.negative.rejected'],
      },
    ),
    patchMdocIssuance: {
      at: 'response',
      change: ({ mobileSecurityObject }) => {
        mapOf(mobileSecurityObject.get('deviceKeyInfo'), 'key').set(
          'keyAuthorizations',
          new Map([['nameSpaces', ['payment']]]),
        )
      },
    },
  },
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
    { needs: authorising(['card', 'other']) },
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

/** A session that asks for the confirmation of a payment (TS12-4.3.1). */
const paying: PresentationNeeds = {
  sessionOptions: {
    ...asking(card('card')).sessionOptions,
    transaction_data: [{ ...paymentExample, credential_ids: ['card'] }],
  },
  profile: { credential: 'foreign' },
}

/** A misbehaviour in the proof that confirms a payment. */
const inPayment = (
  id: string,
  title: string,
  change: (claims: JsonObject) => void,
  { accepted = false, ...more }: { accepted?: boolean; runs?: number; alsoFails?: string[] } = {},
): PresentationMisbehaviour =>
  inKeyBinding(id, title, accepted ? 'accepted' : invalidPresentation, ({ claims: sent }) => change(sent), {
    needs: more.runs === undefined ? paying : { ...paying, runs: more.runs },
    ...(more.alsoFails === undefined ? {} : { alsoFails: more.alsoFails }),
  })

/** Payments in the key binding JWT (TS12-3.6). */
export const paymentMisbehaviours: PresentationMisbehaviour[] = [
  inPayment('vp.sca.jti', 'Confirms a payment without a jti', (sent) => {
    delete sent.jti
  }),
  inPayment(
    'vp.sca.jti~repeated',
    'Confirms two payments with one jti',
    (sent) => {
      sent.jti = 'the-jti-of-every-payment'
    },
    { runs: 2 },
  ),
  inPayment(
    'vp.sca.jti~short',
    'Confirms a payment with a jti of six characters',
    (sent) => {
      sent.jti = String(sent.jti).slice(0, 6)
    },
    { accepted: true },
  ),
  inPayment('vp.sca.jti~number', 'Confirms a payment with a number as jti', (sent) => {
    sent.jti = 1
  }),
  inPayment('vp.sca.response_mode', 'Does not say how a payment was asked for', (sent) => {
    delete sent.response_mode
  }),
  inPayment('vp.sca.response_mode~other', 'Says that a payment was asked for in another way', (sent) => {
    sent.response_mode = 'fragment'
  }),
  inPayment('vp.sca.amr', 'Does not say how the user approved a payment', (sent) => {
    delete sent.amr
  }),
  inPayment('vp.sca.amr~one', 'Lets one factor approve a payment', (sent) => {
    sent.amr = [{ knowledge: 'pin_6_or_more_digits' }]
  }),
  inPayment('vp.sca.amr~same', 'Lets two factors of one category approve a payment', (sent) => {
    sent.amr = [{ knowledge: 'pin_6_or_more_digits' }, { knowledge: 'pattern' }]
  }),
  inPayment('vp.sca.amr~strings', 'Names the factors of a payment as texts', (sent) => {
    sent.amr = ['pin', 'fpt']
  }),
  inPayment(
    'vp.sca.amr_values',
    'Names a factor of a payment in words of its own',
    (sent) => {
      sent.amr = [{ knowledge: 'pin' }, { inherence: 'fingerprint_device' }]
    },
    { accepted: true },
  ),
  misbehaviour('vp.sca.type_allowed', 'Confirms a payment with a credential that is not made for it', 'accepted', {
    needs: { ...paying, profile: { ignoresTypeMetadata: true } },
    byProfile: 'response',
  }),
]
