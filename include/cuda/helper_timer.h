/* helper_timer.h - stop watches of NVIDIA's samples: the host's clock, in milliseconds. */
#ifndef SYNCSTEP_HELPER_TIMER_H
#define SYNCSTEP_HELPER_TIMER_H

#include <time.h>

class StopWatchInterface {
  public:
    virtual ~StopWatchInterface() {}
    void start()
    {
        begin = now();
        running = true;
    }
    void stop()
    {
        last = now() - begin;
        total += last;
        sessions++;
        running = false;
    }
    void reset()
    {
        total = last = 0;
        sessions = 0;
        begin = now();
    }
    float getTime()
    {
        return (float)(running ? total + now() - begin : total);
    }
    float getAverageTime()
    {
        return sessions ? (float)(total / sessions) : 0.0f;
    }

  private:
    static double now()
    {
        struct timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
    }
    double begin = 0, last = 0, total = 0;
    int sessions = 0;
    bool running = false;
};

inline bool sdkCreateTimer(StopWatchInterface **timer)
{
    *timer = new StopWatchInterface;
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer)
{
    delete *timer;
    *timer = nullptr;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer)
{
    if (*timer) (*timer)->start();
    return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer)
{
    if (*timer) (*timer)->stop();
    return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer)
{
    if (*timer) (*timer)->reset();
    return true;
}
inline float sdkGetTimerValue(StopWatchInterface **timer)
{
    return *timer ? (*timer)->getTime() : 0.0f;
}
inline float sdkGetAverageTimerValue(StopWatchInterface **timer)
{
    return *timer ? (*timer)->getAverageTime() : 0.0f;
}

#endif
