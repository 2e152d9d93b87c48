import { t } from '@parley/core/text/translate'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { GridHeader } from '../../ui/lists/GridHeader.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import { usePhoneLayout } from '../../ui/hooks/use-media-query.ts'
import grid from '../../ui/lists/VirtualGrid.module.css'
import conversations from './ConversationGrid.module.css'
import { conversationColumns } from './columns.ts'
import styles from './LoadingGrid.module.css'

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The list before it arrives, in its final size. */
export function LoadingGrid() {
  const phone = usePhoneLayout()
  return (
    <Text as="div" full size="list" className={styles.loading}>
      <div role="status" className="visually-hidden">
        {t('Loading conversations')}
      </div>
      <div aria-hidden="true" className={conversations.columns}>
        <GridHeader columns={conversationColumns()} card={phone ? t('Conversation') : null} />
        {PLACES.map(place => (
          <Grid key={place} align="center" rule="bottom" className={grid.row}>
            <HStack gap={3} className={styles.customer}>
              {!phone && <Skeleton width={15} height={15} />}
              <Skeleton width={28} height={28} round />
              <Grid gap={2}>
                <Skeleton width={130} />
                <Skeleton width={phone ? 220 : 100} height={10} />
              </Grid>
            </HStack>
            {!phone && <LoadingCells />}
          </Grid>
        ))}
      </div>
    </Text>
  )
}

const LoadingCells = () => (
  <>
    <div>
      <Skeleton width="70%" />
    </div>
    <div>
      <Skeleton width={64} height={20} />
    </div>
    <div>
      <Skeleton width={66} />
    </div>
    <div>
      <Skeleton width={60} />
    </div>
    <div>
      <Skeleton width={56} />
    </div>
    <div />
  </>
)
