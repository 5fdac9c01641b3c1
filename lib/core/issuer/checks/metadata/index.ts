import type { Check } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import type { MetadataReading } from '../../read/metadata-reading'
import { credentialMethodPost } from '../credential/method-post'
import { deferredMethodPost } from '../deferred/method-post'
import { nonceMethodPost } from '../nonce/method-post'
import { offerMethodGet } from '../offer/method-get'
import { parMethodPost } from '../par/method-post'
import { tokenMethodPost } from '../token/method-post'
import { metadataAcceptHeader } from './accept-header'
import { metadataAcceptLanguage } from './accept-language'
import { metadataAsWellknownPath } from './as-wellknown-path'
import { metadataEndpointsFromMetadata } from './endpoints-from-metadata'
import { metadataIssuerWellknownPath } from './issuer-wellknown-path'
import { metadataMethodGet } from './method-get'
import { metadataNoOidcDiscovery } from './no-oidc-discovery'
import { metadataSignedRequested } from './signed-requested'

/** Checks of a fetch that reached an endpoint. */
export const metadataChecks: readonly Check<MetadataReading>[] = [
  metadataAcceptHeader,
  metadataAcceptLanguage,
  metadataSignedRequested,
]

/** Where and how a document was requested. */
export const documentRequestChecks: readonly Check<MisdirectedReading>[] = [
  metadataIssuerWellknownPath,
  metadataAsWellknownPath,
  metadataNoOidcDiscovery,
  metadataMethodGet,
]

/** Checks of a request that no endpoint serves; they pass for a request that reached its endpoint. */
export const misdirectedChecks: readonly Check<MisdirectedReading>[] = [
  ...documentRequestChecks,
  metadataEndpointsFromMetadata,
  parMethodPost,
  tokenMethodPost,
  nonceMethodPost,
  credentialMethodPost,
  deferredMethodPost,
  offerMethodGet,
]

/** Where and how each endpoint of the flow was called. */
export const parAddressChecks: readonly Check<MisdirectedReading>[] = [parMethodPost, metadataEndpointsFromMetadata]
export const tokenAddressChecks: readonly Check<MisdirectedReading>[] = [tokenMethodPost, metadataEndpointsFromMetadata]
export const nonceAddressChecks: readonly Check<MisdirectedReading>[] = [nonceMethodPost, metadataEndpointsFromMetadata]
export const credentialAddressChecks: readonly Check<MisdirectedReading>[] = [
  credentialMethodPost,
  metadataEndpointsFromMetadata,
]
export const deferredAddressChecks: readonly Check<MisdirectedReading>[] = [
  deferredMethodPost,
  metadataEndpointsFromMetadata,
]
export const notificationAddressChecks: readonly Check<MisdirectedReading>[] = [metadataEndpointsFromMetadata]
export const offerAddressChecks: readonly Check<MisdirectedReading>[] = [offerMethodGet]
