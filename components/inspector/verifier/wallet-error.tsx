import type { JsonObject } from '@/lib/core/ground/values/json'
import { DetailSection } from '../detail-section'
import { Facts } from '../facts'

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The meaning of the codes that specifications define. OID4VP-1FINAL-8.5, RFC6749-4.1.2.1, RFC9101-7, SIOP2-10.3 */
const meaningOf: Readonly<Record<string, string>> = {
  access_denied: 'The user declined, the wallet has no matching credential, or the wallet does not say which.',
  invalid_request: 'The wallet considers the request invalid. Look at the problems and warnings of the session.',
  invalid_client: 'The wallet did not accept the verifier: its client identifier or certificate.',
  invalid_scope: 'The wallet does not know the requested scope.',
  vp_formats_not_supported: 'The wallet supports none of the requested formats.',
  invalid_request_uri_method: 'The wallet does not support the request_uri_method.',
  invalid_transaction_data: 'The wallet did not accept the transaction data.',
  wallet_unavailable: 'The wallet could not be invoked.',
  invalid_request_object: 'The wallet did not accept the request object: its signature, its type or its claims.',
  invalid_request_uri: 'The wallet could not get the request from the request_uri.',
  request_not_supported: 'The wallet does not support a request in the link.',
  request_uri_not_supported: 'The wallet does not support a request_uri.',
  unsupported_response_type: 'The wallet does not support the response type.',
  unauthorized_client: 'The wallet does not let this verifier ask for that.',
  server_error: 'Something went wrong in the wallet.',
  temporarily_unavailable: 'The wallet cannot respond at the moment.',
  user_cancelled: 'The user cancelled.',
  client_metadata_value_not_supported: 'The wallet does not support a value in client_metadata.',
  subject_syntax_types_not_supported: 'The wallet supports none of the announced subject syntax types.',
  invalid_registration_metadata_uri: 'The wallet could not get the metadata of the verifier.',
  invalid_registration_metadata_object: 'The wallet considers the metadata of the verifier invalid.',
}

/** The wallet's error, shown as its response. */
export function WalletError({ error }: { readonly error: JsonObject }) {
  const code = text(error.error)
  return (
    <DetailSection title="The wallet responded with an error">
      <Facts
        facts={[
          [
            'Code',
            code === null ? (
              'none'
            ) : (
              <code key="c" className="wire">
                {code}
              </code>
            ),
          ],
          ['Means', code === null ? null : (meaningOf[code] ?? 'A code defined by the wallet.')],
          ['Said', text(error.error_description)],
          ['More at', text(error.error_uri)],
          ['Encrypted', error.encrypted === true ? 'yes' : 'no'],
        ]}
      />
    </DetailSection>
  )
}
