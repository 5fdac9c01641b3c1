import { shareWithPages } from '@/lib/server/wiring/share-with-pages'

// Pages take these parts from the server's bundle.
shareWithPages()
