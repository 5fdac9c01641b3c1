import { z } from 'zod'

export {
  CoseKey,
  cborEncode,
  DataItem,
  DateOnly,
  DeviceKey,
  DeviceKeyInfo,
  Header,
  IssuerAuth,
  IssuerNamespaces,
  IssuerSigned,
  IssuerSignedItem,
  KeyAuthorizations,
  type MdocContext,
  MobileSecurityObject,
  ProtectedHeaders,
  SignatureAlgorithm,
  UnprotectedHeaders,
  ValidityInfo,
  ValueDigests,
} from '@owf/mdoc'

// On loading, the library replaces the error texts of zod for the whole process, which would make our responses depend
// on import order. This runs after it.
z.config({ customError: undefined })
