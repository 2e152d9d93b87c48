import { t } from '@parley/core/text/translate'
import { choose, useChoice } from '../../data/session/preferences.ts'
import { Card } from '../../ui/Card.tsx'
import { RadioList } from '../../ui/fields/RadioList.tsx'
import { Box } from '../../ui/layout/Layout.tsx'

/** Which screen comes after signing in, in this browser. */
export function StartScreenCard() {
  const value = useChoice('startScreen')
  return (
    <Card title={t('Start screen')}>
      <Box pad={4}>
        <RadioList
          label={t('After signing in, this browser shows')}
          value={value}
          onChange={next => choose('startScreen', next)}
          choices={[
            { value: 'by-role', label: t('Inbox for agents, dashboard for others') },
            { value: 'inbox', label: t('Inbox') },
            { value: 'dashboard', label: t('Dashboard') },
          ]}
        />
      </Box>
    </Card>
  )
}
