import numpy as np
from numba import njit


@njit(error_model="numpy", cache=True)
def resonance_gradient(reactances, omega):
    """Gradient of resonance (programs.py:157) with respect to reactances, omega."""
    wave = 1.0 + 0j
    # saved: overwritten in the next iteration
    wave_saved = np.empty(len(reactances), np.complex128)
    # saved: its operands are overwritten
    reflected_sum_saved = np.empty(len(reactances), np.complex128)
    # saved: result of a division
    reflected_saved = np.empty(len(reactances), np.complex128)
    # saved: result of exp
    wave_exp_saved = np.empty(len(reactances), np.complex128)
    for k in range(len(reactances)):
        wave_saved[k] = wave
        impedance = complex(2.0, reactances[k])
        reflected_sum = impedance + wave
        reflected_sum_saved[k] = reflected_sum
        reflected = (impedance - wave) / reflected_sum
        reflected_saved[k] = reflected
        wave_exp = np.exp(1j * omega * k)
        wave_exp_saved[k] = wave_exp
        wave = wave * wave_exp + reflected
    result_abs = abs(wave)
    # backward; adjoints of complex numbers are conjugated here
    d_reactances = np.zeros_like(reactances)
    # return abs(wave) ** 2
    d_wave = (
        0.0 if result_abs == 0.0 else 2.0 * result_abs / result_abs
    ) * wave.conjugate()
    d_omega = 0.0
    for k in range(len(reactances) - 1, -1, -1):
        wave = wave_saved[k]
        reflected = reflected_saved[k]
        wave_exp = wave_exp_saved[k]
        # wave = wave * np.exp(1j * omega * k) + reflected
        d_wave_product = d_wave
        d_reflected = d_wave
        d_wave = wave_exp * d_wave_product
        d_omega += (wave * d_wave_product * wave_exp * 1j * k).real
        # reflected = (impedance - wave) / (impedance + wave)
        d_reflected_difference = d_reflected / reflected_sum_saved[k]
        d_reflected_sum = -(reflected * d_reflected_difference)
        d_wave += d_reflected_sum
        d_impedance = d_reflected_sum + d_reflected_difference
        d_wave -= d_reflected_difference
        # impedance = complex(2.0, reactances[k])
        d_reactances[k] = -d_impedance.imag
    return d_reactances, d_omega
